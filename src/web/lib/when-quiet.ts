import type { QueryClient } from '@tanstack/react-query';

/** True once a screen has been rendered since the app's start. */
let isScreenShown = false;

/** Called by the frame when it has rendered the first screen. */
export function noteScreenShown(): void {
  isScreenShown = true;
}

/** Milliseconds between two looks. A screen that reads one thing after another rests no longer than this. */
const lookEvery = 150;
/** Milliseconds after which nobody waits any longer, for example because a read hangs. */
const patience = 10_000;

/**
 * Resolves when the screen is there and reads nothing, twice in a row. Work that nobody waits for
 * begins then, because a slow phone would show the screen later beside it.
 */
export async function whenQuiet(client: QueryClient): Promise<void> {
  const begin = performance.now();
  for (let quiet = 0; quiet < 2 && performance.now() - begin < patience;) {
    const isQuiet = isScreenShown && client.isFetching() === 0;
    quiet = isQuiet ? quiet + 1 : 0;
    if (quiet < 2) await new Promise((done) => setTimeout(done, lookEvery));
  }
}
