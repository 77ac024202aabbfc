/**
 * Registers the service worker of the page, which lets it open without a connection. Call it once a link has
 * been opened, so that programs which check links in mails load nothing more.
 */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Over plain http browsers offer no service workers. Then the page needs a connection.
  navigator.serviceWorker
    .register('/link-worker.js', { scope: '/h', updateViaCache: 'none' })
    .catch(() => undefined);
}
