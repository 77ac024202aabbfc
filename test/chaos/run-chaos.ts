import { parseArgs } from 'node:util';

import { seededRandom } from '#server/demonstration/random.ts';
import { fullDisk } from './full-disk.ts';
import { heldLock } from './held-lock.ts';
import { rudeClients } from './rude-clients.ts';
import { slowReaders } from './slow-readers.ts';
import {
  crashDatabase,
  killServer,
  loseDatabase,
  stopAtOnce,
  stopUnderLoad,
} from './sudden-ends.ts';

/**
 * The program behind `npm run chaos [-- --rounds 1 --seed 1 --only killServer]`. It runs all kinds
 * of failures, hundreds of times, in ten minutes.
 */
const scenarios = {
  killServer: { run: killServer, rounds: 200 },
  crashDatabase: { run: crashDatabase, rounds: 20 },
  // Four rounds and the kill after them make five kills. After more than five within a minute the server gives
  // up.
  loseDatabase: { run: loseDatabase, rounds: 4 },
  stopUnderLoad: { run: stopUnderLoad, rounds: 20 },
  stopAtOnce: { run: stopAtOnce, rounds: 20 },
  rudeClients: { run: rudeClients, rounds: 1000 },
  slowReaders: { run: slowReaders, rounds: 5 },
  heldLock: { run: heldLock, rounds: 1 },
  fullDisk: { run: fullDisk, rounds: 3 },
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
say(`Seed ${values.seed}`);
for (const [name, scenario] of Object.entries(scenarios)) {
  if (values.only !== undefined && values.only !== name) continue;
  const rounds = Number(values.rounds ?? scenario.rounds);
  const random = seededRandom(Number(values.seed));
  await scenario.run({ rounds, chance: random.next, say });
}
process.exit();
