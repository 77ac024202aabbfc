import { useSyncExternalStore } from 'react';

/** Not among the compiler's own descriptions of the browser: Chromium alone has it. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

/** How the app can be put on the home screen: by a button, by hand, or not at all (any more). */
type InstallWay = 'button' | 'by-hand' | null;

let kept: InstallEvent | null = null;
let isInstalled = false;
const listeners = new Set<() => void>();

/** Keeps the browser's own offer for where a person looks for it, instead of a bar over their work. */
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

/** Asks by the browser's own dialog. An offer serves once; the browser makes another if it was declined. */
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

/** Safari on iPhone and iPad never offers. An iPad says that it is a Mac, with a screen to touch. */
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
