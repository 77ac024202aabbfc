import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { takeOver } from './service-worker-messages.ts';

/**
 * Stores the files of one build and serves them: every address opens without a connection, and all
 * files on a page belong to one release. It plays no part in storing interviews: calls to the
 * server, above all writes, bypass it.
 */
declare const self: ServiceWorkerGlobalScope;

/** Inserted by vite.config.ts: every file of this build, with a hash of its bytes. */
declare const builtFiles: PrecacheEntry[];

/** `addRoutes` is missing in some browsers, and in TypeScript's own declarations. */
type InstallEvent = ExtendableEvent & {
  addRoutes?: (
    routes: { condition: { urlPattern: string }; source: 'network' | 'cache' }[],
  ) => Promise<void>;
};

// Match files by their exact names only. Every other address is a screen, see below.
precacheAndRoute(builtFiles, {
  cleanURLs: false,
  directoryIndex: '',
  ignoreURLParametersMatching: [],
});
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/shell.html'), {
    // The page of a link is not a screen of the app.
    denylist: [/^\/(api|assets)\//, /^\/h(\/|$)/],
  }),
);

// Let the browser handle requests that need no decision without starting this worker, if it can.
// That is faster. It also avoids a delay at updates: a request to the version that is about to be
// replaced starts it again, and it then stays until it has been idle for half a minute, while the
// person who asked for the update waits.
self.addEventListener('install', (event: InstallEvent) => {
  const routed = event.addRoutes?.([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    // These files are named by their content. Those that are not cached come from the network.
    { condition: { urlPattern: '/assets/*' }, source: 'cache' },
  ]);
  // If the browser cannot do this, its requests come to this worker instead.
  if (routed) event.waitUntil(routed.catch(() => undefined));
});

// A first version serves the page that installed it at once, so that the first visit is enough. A
// later version waits: open pages keep the files they began with until a person asks for the
// update.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (event.data === takeOver) void self.skipWaiting();
});
