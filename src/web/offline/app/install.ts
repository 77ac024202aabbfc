import { useSyncExternalStore } from 'react';

/** TypeScript does not declare this event, because only Chromium has it. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

/**
 * How the person can put the app on the home screen: by a button, by hand, or (null) not at all or
 * not any more.
 */
type InstallWay = 'button' | 'by-hand' | null;

let kept: InstallEvent | null = null;
let isInstalled = false;
const listeners = new Set<() => void>();

/**
 * Stores the browser's own install offer for the place where a person looks for it, so that the
 * browser shows no bar over their work.
 */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => {
    isInstalled = true;
    keep(null);
  });
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribe, installWay);
}

/**
 * Opens the browser's own install dialog. An offer works once; after a refusal the browser makes
 * another one.
 */
export async function install(): Promise<void> {
  const offer = kept;
  keep(null);
  await offer?.prompt();
}

function installWay(): InstallWay {
  if (isInstalled || window.matchMedia('(display-mode: standalone)').matches) return null;
  if (kept) return 'button';
  return isAppleTouch() ? 'by-hand' : null;
}

/**
 * True on iPhone and iPad, where Safari never offers to install. An iPad reports that it is a Mac,
 * but it has a touch screen.
 */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function keep(offer: InstallEvent | null): void {
  kept = offer;
  for (const tell of listeners) tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
