import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { startAndHear } from './processes.ts';

/** What has to be installed for {@link startScreen}. */
export const screenNeeds = { file: '/usr/bin/Xvfb', debianPackage: 'xvfb' };

/**
 * Starts a screen that nobody sees, large enough for every window. Of two that begin in the same
 * moment, both may take the same number, and one then ends at once: it is started again.
 */
export async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  for (let tries = 1; ; tries += 1)
    try {
      const { child, match } = await startAndHear(
        ['/usr/bin/Xvfb', '-displayfd', '1', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'],
        /^(\d+)\n/,
      );
      return { display: `:${match[1]}`, process: child };
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(200 * tries);
    }
}
