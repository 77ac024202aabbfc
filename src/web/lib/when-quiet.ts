import type { QueryClient } from '@tanstack/react-query';

/** True once a screen has been rendered since the app's start. */
let isScreenShown = false;

/** Called by the frame when it has rendered the first screen. */
export function noteScreenShown(): void {
  isScreenShown = true;
}

/**
 * Milliseconds between two checks. A screen that reads one thing after another never pauses longer than this.
 */
const lookEvery = 150;
/** Milliseconds after which the wait ends in any case, for example because a read hangs. */
const patience = 10_000;

/**
 * Resolves when two checks in a row have found that the screen is shown, reads nothing, and leaves the device
 * idle. Work that nobody waits for should begin only then, because on a slow phone it would delay the screen.
 */
export async function whenQuiet(client: QueryClient): Promise<void> {
  const begin = performance.now();
  for (let quiet = 0; quiet < 2 && performance.now() - begin < patience;) {
    await new Promise((done) => setTimeout(done, lookEvery));
    await idle(begin + patience - performance.now());
    const isQuiet = isScreenShown && client.isFetching() === 0;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

/**
 * Resolves when the browser has nothing to do, after this many milliseconds at the latest. Resolves at once if
 * the browser cannot report that (Safari).
 */
export function idle(timeout: number): Promise<void> {
  if (!('requestIdleCallback' in window)) return Promise.resolve();
  return new Promise((done) =>
    requestIdleCallback(() => done(), { timeout: Math.max(1, timeout) }),
  );
}
