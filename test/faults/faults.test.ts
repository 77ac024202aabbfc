// Import this before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { kinds, type Kind } from '#web/offline/outbox/kinds.ts';
import { openGround, type Ground } from './ground.ts';
import { bugs, type Bug, type BugName } from './plant.ts';
import { findFailures, Tally, type Failure } from './run.ts';

const kindNames = Object.keys(kinds) as Kind[];

/**
 * Tests offline sync on a device that dies, with a network that lies. `npm run faults` plays more
 * schedules.
 */
describe('nothing lost, nothing doubled, nothing partial, nothing stuck', () => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround(inject('connection'));
  });
  afterAll(() => ground.close());

  test('in two hundred schedules', { timeout: 600_000 }, async () => {
    const tally = new Tally();
    const tell = (played: Failure) => tally.add(played);
    expect(await findFailures(ground, { first: 1, count: 200, tell })).toEqual([]);
    // At least so many kills of a server or its database, and so much of everything; fewer would
    // prove little.
    expect(tally.kills.server + tally.kills.database).toBeGreaterThan(20);
    expect(tally.corrections).toBeGreaterThan(30);
    const least = Math.min(...kindNames.map((kind) => tally.sent.get(kind) ?? 0));
    expect(least).toBeGreaterThan(25);
  });
});

test('every kind of the outbox has a planted bug', () => {
  const planted = new Set((Object.values(bugs) as Bug[]).flatMap((bug) => bug.of ?? []));
  expect([...planted].toSorted()).toEqual(kindNames.toSorted());
});

/**
 * The first seeds whose schedules show these bugs, to spend no time on those before them. Where schedules
 * change, a later seed shows the bug.
 */
const soonest: Partial<Record<BugName, number>> = {
  'no unique key': 15,
  'answer before commit': 10,
  'response and answers in two transactions': 15,
  'correction sent as a new response': 5,
  'delete on 4xx': 38,
  'digest not checked': 38,
};

/** Plants bugs, to prove that the harness catches them. */
describe('a planted bug is caught within two hundred schedules', () => {
  test.each(Object.entries(bugs) as [BugName, Bug][])(
    '%s',
    { timeout: 600_000 },
    async (name, bug) => {
      const ground = await openGround(inject('connection'), bug.server);
      const asked = { first: soonest[name] ?? 1, count: 200, bug, firstOnly: true };
      const [failure] = await findFailures(ground, asked);
      await ground.close();
      const kinds = failure?.findings.map(({ kind }) => kind);
      expect(kinds).toContainEqual(expect.toBeOneOf(bug.shows));
    },
  );
});
