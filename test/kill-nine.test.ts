import { expect, test } from 'vitest';

import { seededRandom } from '#server/demonstration/random.ts';
import { killServer } from './chaos/sudden-ends.ts';

test(
  'kill -9 at any moment loses nothing that was acknowledged',
  { timeout: 300_000 },
  async () => {
    const chaos = { rounds: 12, chance: seededRandom(1).next, say: () => {} };
    await expect(killServer(chaos)).resolves.toBeUndefined();
  },
);
