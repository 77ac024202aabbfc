import { useSyncExternalStore } from 'react';

import { isAnyDraftOpen } from '#web/offline/store/locks.ts';
import { takeOver } from './service-worker-messages.ts';

/**
 * Keeps the app's own files on this device and offers a new version of them. The browser downloads
 * a new version in the background, where it waits. It replaces the running version only when a
 * person asks for that.
 */
let isReady = false;
let waiting: ServiceWorker | null = null;
let isAskedFor = false;
/** When the person last left this page, by the clock of `performance`. */
let leftAt = -Infinity;
window.addEventListener('beforeunload', () => (leftAt = performance.now()));
const listeners = new Set<() => void>();

/** Milliseconds between two checks for a new version. */
const period = 60 * 60_000;

/**
 * Registers the service worker, after the first page has loaded so that the page has the network to
 * itself.
 */
export function keepAppOnDevice(): void {
  // Over plain http, other than from this machine, browsers offer no service workers. Everything
  // else works there as well.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}

/** Returns whether this page's files came from this device, so that further ones are here too. */
export function isServedHere(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

export function useIsUpdateReady(): boolean {
  return useSyncExternalStore(subscribe, () => isReady);
}

/**
 * Reloads into the new version. Returns false and does nothing while any tab has an interview open.
 */
export async function reloadIntoUpdate(): Promise<boolean> {
  if (await isAnyDraftOpen()) return false;
  isAskedFor = true;
  // If another page has already made it take over, a reload is enough.
  if (waiting?.state === 'installed') waiting.postMessage(takeOver);
  else window.location.reload();
  return true;
}

/**
 * Reloads the page when the server no longer has a file of this release: a newer release has
 * replaced it, and the reload loads that one. It reloads once for each file, because a file may
 * stay missing. It does not reload
 *
 * - while any tab has an interview open;
 * - when the server does not respond, because there might be no page at all afterwards;
 * - while the page is being left: Firefox then ends the page's requests, and a reload would
 *   replace the address to which the person is just going.
 */
export async function reloadForPart(part: string): Promise<void> {
  const mark = `reloaded for ${part}`;
  if (sessionStorage.getItem(mark) !== null || (await isAnyDraftOpen())) return;
  // Plain fetch instead of `connection`, which is not loaded yet for someone who is not signed in.
  const health = await fetch('/api/health').catch(() => null);
  if (!health?.ok) return;
  if (performance.now() - leftAt < 10_000) return;
  sessionStorage.setItem(mark, 'yes');
  window.location.reload();
}

/** Milliseconds between two looks whether the page may be reloaded. */
const lookEvery = 3_000;

/**
 * Loads a part that the page can do without for a while. A first visit may lose its connection before
 * the part has come, and browsers remember that for as long as the page lives, so only a reload helps.
 * This then reloads the page as soon as {@link reloadForPart} may, and resolves to null meanwhile.
 */
export async function loadOrReload<T>(load: () => Promise<T>): Promise<T | null> {
  return load().catch((error: unknown) => {
    const part = error instanceof Error ? error.message : String(error);
    setInterval(() => void reloadForPart(part), lookEvery);
    return null;
  });
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // The very first version takes over without anyone asking. It is no update, so it is not offered.
  let wasControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAskedFor) window.location.reload();
    else if (wasControlled) offer();
    wasControlled = true;
  });
  // This fails without a connection, or when the browser stores nothing. The app then keeps running
  // from the network.
  const registration = await serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  const look = () => {
    if (!registration.waiting || !serviceWorker.controller) return;
    waiting = registration.waiting;
    offer();
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  askNowAndThen(registration);
}

/**
 * Checks for a new version when the page becomes visible again, at most once per {@link period}.
 * The browser itself checks only when a page is loaded, and this app's page may stay open for days.
 */
function askNowAndThen(registration: ServiceWorkerRegistration): void {
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < period) return;
    asked = Date.now();
    registration.update().catch(() => undefined);
  });
}

function offer(): void {
  isReady = true;
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
