import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { takeOver } from './service-worker-messages.ts';

/**
 * Keeps the files of one build, and serves them: every address opens with no connection, and all
 * files on a page are of one release. It is no part of what keeps an interview: calls to the server,
 * above all writes, pass it by untouched.
 */
declare const self: ServiceWorkerGlobalScope;

/** Put here by vite.config.ts: every file of this build, with what its bytes must be. */
declare const builtFiles: PrecacheEntry[];

/** Not in every browser, nor in TypeScript's own declarations. */
type InstallEvent = ExtendableEvent & {
  addRoutes?: (
    routes: { condition: { urlPattern: string }; source: 'network' | 'cache' }[],
  ) => Promise<void>;
};

// Only what is asked for by its very name; every other address is a screen, below.
precacheAndRoute(builtFiles, {
  cleanURLs: false,
  directoryIndex: '',
  ignoreURLParametersMatching: [],
});
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/shell.html'), {
    denylist: [/^\/(api|assets)\//],
  }),
);

// What takes no deciding does not come here, where the browser can do it alone. Besides being faster:
// a request for the version that is giving way to the next starts it again, and it then stays until
// it has had nothing to do for half a minute, so that whoever asked for the next one waits.
self.addEventListener('install', (event: InstallEvent) => {
  const routed = event.addRoutes?.([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    // Named by their bytes; what is not kept comes from the network.
    { condition: { urlPattern: '/assets/*' }, source: 'cache' },
  ]);
  // A browser that cannot do these asks here.
  if (routed) event.waitUntil(routed.catch(() => undefined));
});

// A first version serves the page that brought it, so that the first visit is enough. A later one
// waits: the pages that are open go on with the files they began with, until someone asks.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (event.data === takeOver) void self.skipWaiting();
});
