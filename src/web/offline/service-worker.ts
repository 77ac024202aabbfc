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

// A first version serves the page that brought it, so that the first visit is enough. A later one
// waits: the pages that are open go on with the files they began with, until someone asks.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  if (event.data === takeOver) void self.skipWaiting();
});
