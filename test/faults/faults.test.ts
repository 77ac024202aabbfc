import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { openGround, type Ground } from './ground.ts';
import type { Played } from './play.ts';
import { bugs, type Bug, type BugName } from './plant.ts';
import { findFailures } from './run.ts';

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

  test('in three hundred schedules', { timeout: 600_000 }, async () => {
    let kills = 0;
    const tell = ({ killed }: Played) => void (kills += Number(killed !== null));
    expect(await findFailures(ground, { first: 1, count: 300, tell })).toEqual([]);
    // At least so many kills of a server or its database; fewer would prove little.
    expect(kills).toBeGreaterThan(30);
  });
});

/** Plants bugs, to prove that the harness catches them. */
describe('a planted bug is caught within two hundred schedules', () => {
  test.each(Object.entries(bugs) as [BugName, Bug][])(
    '%s',
    { timeout: 600_000 },
    async (_, bug) => {
      const ground = await openGround(inject('connection'), bug.server);
      const asked = { first: 1, count: 200, bug, firstOnly: true };
      const [failure] = await findFailures(ground, asked);
      await ground.close();
      const kinds = failure?.findings.map(({ kind }) => kind);
      expect(kinds).toContainEqual(expect.toBeOneOf(bug.shows));
    },
  );
});
