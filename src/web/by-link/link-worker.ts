import {
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/**
 * Stores the document and code of the link page, and serves them without a connection. It stores no calls and
 * no addresses, because an address may contain the token of a link.
 *
 * The app's own worker does not handle this page, and a phone that opens a link stores nothing of the app.
 */
declare const self: ServiceWorkerGlobalScope;

/** Inserted by vite.config.ts: every file of the page, with a hash of its bytes. */
declare const filesOfLinks: PrecacheEntry[];

/** Milliseconds to wait for the server's page before the stored page is shown. */
const patience = 4_000;

precacheAndRoute(filesOfLinks, {
  cleanURLs: false,
  directoryIndex: '',
  ignoreURLParametersMatching: [],
});
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(async ({ request }) => {
    const fromServer = fetch(request).then((response) => (response.status < 500 ? response : null));
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
    const response = await Promise.race([fromServer.catch(() => null), late]);
    return response ?? (await matchPrecache('/link.html')) ?? fetch(request);
  }),
);

// The first version serves the page that installed it at once. A later version waits until the page is closed,
// because the open page may still load code of its own release.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
