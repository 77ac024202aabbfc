/**
 * Plays schedules of faults against offline sync, and prints the seed of each one that fails.
 *
 * Run: npm run faults -- --schedules 3000
 * Play one seed again, with its story: npm run faults -- --seed 42
 */
// Import this before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';

import { parseArgs } from 'node:util';

import { startCluster } from '#test/database/cluster.ts';
import { kinds, type Kind } from '#web/offline/outbox/kinds.ts';
import { openGround } from './ground.ts';
import { bugs, type Bug, type BugName } from './plant.ts';
import { findFailures, Tally } from './run.ts';

const { values: asked } = parseArgs({
  options: {
    schedules: { type: 'string' },
    seed: { type: 'string' },
    bug: { type: 'string' },
  },
});
const isReplay = asked.seed !== undefined && asked.schedules === undefined;
const count = isReplay ? 1 : wholeNumber('schedules', asked.schedules ?? '300');
// Without a given seed, use seeds that were not played before.
const first = wholeNumber('seed', asked.seed ?? String(Date.now() % 1e9));
const bug = bugNamed(asked.bug);
const withBug = asked.bug === undefined ? '' : ` --bug '${asked.bug}'`;

// Where a reply is cut off, the runtime may still write to the stream that it has closed. Nobody can
// catch that error, and the device's call fails on its own.
process.on('uncaughtException', (error) => {
  const isLate = 'code' in error && error.code === 'ERR_INVALID_STATE';
  if (isLate && error.message.endsWith('ReadableStream is already closed')) return;
  throw error;
});

const allKinds = Object.entries(kinds) as [Kind, { noun: string }][];
const begun = performance.now();
let played = 0;
const tally = new Tally();
const cluster = await startCluster();
try {
  const ground = await openGround(cluster.connection, bug?.server);
  const failures = await findFailures(ground, {
    ...{ first, count, bug, firstOnly: bug !== undefined },
    tell: (one, done) => {
      const { seed, findings, story } = one;
      played = done;
      tally.add(one);
      if (isReplay) say(story.join('\n'));
      for (const { kind, what } of findings) say(`Seed ${seed}: ${kind}: ${what}`);
      if (findings.length > 0 && !isReplay)
        say(`  Again: npm run faults -- --seed ${seed}${withBug}`);
      if (done % 100 === 0) say(`${done} of ${count} played, ${elapsed()}`);
    },
  });
  await ground.close();
  const { kills } = tally;
  const of = (kind: string) =>
    failures.filter(({ findings }) => findings.some((one) => one.kind === kind)).length;
  say(
    `${played} of ${count} schedules from seed ${first} in ${elapsed()}, ` +
      `${kills.server} of which killed the server and ${kills.database} its database, ` +
      `and ${tally.corrections} corrected a returned response: ` +
      `${of('lost')} lost, ${of('duplicated')} duplicated, ${of('partial')} partial, ${of('stuck')} stuck, ${of('untrue')} untrue`,
  );
  const sent = allKinds.map(([kind, { noun }]) => `${noun}s in ${tally.sent.get(kind) ?? 0}`);
  say(`Sent were ${sent.join(', ')} schedules`);
  if (of('broken') > 0) say(`${of('broken')} broke off`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await cluster.stop();
}

function elapsed(): string {
  return `${((performance.now() - begun) / 1000).toFixed(0)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wholeNumber(name: string, given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new Error(`--${name} must be a whole number.`);
}

function bugNamed(name: string | undefined): Bug | undefined {
  if (name === undefined) return undefined;
  if (name in bugs) return bugs[name as BugName];
  throw new Error(`--bug must be one of: ${Object.keys(bugs).join(', ')}.`);
}
