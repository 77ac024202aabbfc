import { useSyncExternalStore } from 'react';

import { isAnyDraftOpen } from './locks.ts';
import { takeOver } from './service-worker-messages.ts';

/**
 * The app's own files on this device, and their next version: it is fetched in the background,
 * waits, and is offered. Nothing but a person's wish puts it in place of the one that runs.
 */
let isReady = false;
let waiting: ServiceWorker | null = null;
let isAskedFor = false;
/** When somebody last went away from this page, by the clock of `performance`. */
let leftAt = -Infinity;
window.addEventListener('beforeunload', () => (leftAt = performance.now()));
const listeners = new Set<() => void>();

/** Milliseconds between two looks for a new version. */
const period = 60 * 60_000;

/** After the first page has loaded, so that it has the network to itself. */
export function keepAppOnDevice(): void {
  // Plain http off this machine has no service workers; all else works there as well.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}

export function useIsUpdateReady(): boolean {
  return useSyncExternalStore(subscribe, () => isReady);
}

/** Reloads into the new version. False, and nothing is done, while an interview is open anywhere. */
export async function reloadIntoUpdate(): Promise<boolean> {
  if (await isAnyDraftOpen()) return false;
  isAskedFor = true;
  // Another page may have asked before us: then it is in place already.
  if (waiting?.state === 'installed') waiting.postMessage(takeOver);
  else window.location.reload();
  return true;
}

/**
 * A part that the server no longer has is of a release that is gone: the page is loaded anew, which
 * brings the next one. Once for each part, since one may stay away; not while an interview is open
 * anywhere; and not where the server does not answer, or there might be no page at all.
 * Nor while the page is being left: Firefox then ends what it fetches, and a reload would take the
 * place of the address that somebody has just gone to.
 */
export async function reloadForPart(part: string): Promise<void> {
  const mark = `reloaded for ${part}`;
  if (sessionStorage.getItem(mark) !== null || (await isAnyDraftOpen())) return;
  // Asked plainly: whoever is not signed in has not loaded what keeps asking.
  const health = await fetch('/api/health').catch(() => null);
  if (!health?.ok) return;
  if (performance.now() - leftAt < 10_000) return;
  sessionStorage.setItem(mark, 'yes');
  window.location.reload();
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // The very first version takes over by itself, and is no update.
  let wasControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAskedFor) window.location.reload();
    else if (wasControlled) offer();
    wasControlled = true;
  });
  // Fails with no connection, or where the browser keeps nothing: the app works on from the network.
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

/** The browser looks for a new version when a page is loaded, and this app's page may stay for days. */
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
