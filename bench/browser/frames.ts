import type { Page } from '@playwright/test';

import { report } from '../report.ts';

/** Reports the longest frame of the page while `act` runs. */
export async function reportFrames(page: Page, name: string, act: () => Promise<void>) {
  const frames = await page.evaluateHandle(() => {
    const taken: number[] = [];
    let last = performance.now();
    const next = (now: number) => {
      taken.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    return taken;
  });
  await act();
  const taken = await frames.jsonValue();
  const slow = taken.filter((ms) => ms > 50).length;
  const note = `${taken.length} frames, ${slow} over 50 ms`;
  report({ name: `the longest frame of ${name}`, ours: Math.max(...taken), unit: 'ms', note });
}
