/**
 * Registers the service worker of the page, which lets it open without a connection. It is registered once
 * a link was opened, so programs that look for bad links in mail load nothing more.
 */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Over plain http browsers offer none. Then the page needs a connection.
  navigator.serviceWorker
    .register('/link-worker.js', { scope: '/h', updateViaCache: 'none' })
    .catch(() => undefined);
}
