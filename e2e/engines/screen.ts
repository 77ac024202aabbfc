import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { startAndHear } from './processes.ts';

/** What must be installed for {@link startScreen}. */
export const screenNeeds = { file: '/usr/bin/Xvfb', debianPackage: 'xvfb' };

/**
 * Starts a virtual screen, large enough for every window. Two that start at the same moment may
 * take the same number, and one of them then ends at once. So this retries. Xvfb may print warnings before the number.
 */
export async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  for (let tries = 1; ; tries += 1)
    try {
      const { child, match } = await startAndHear(
        ['/usr/bin/Xvfb', '-displayfd', '1', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'],
        /^(\d+)\n/m,
      );
      return { display: `:${match[1]}`, process: child };
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(200 * tries);
    }
}
