import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { makeCorrectionSchedule } from './correction-schedule.ts';
import { openGround, type Ground } from './ground.ts';
import { bugs } from './plant.ts';
import { playCorrection } from './play-correction.ts';

/** Tests returned responses that are corrected on one or two devices while everything fails. */

let ground: Ground;
beforeAll(async () => {
  ground = await openGround(inject('connection'));
});
afterAll(() => ground.close());

test('what was sent is stored once, in sixty schedules', { timeout: 600_000 }, async () => {
  const outcomes = { kills: 0, pairs: 0, approved: 0 };
  for (let seed = 1; seed <= 60; seed += 1) {
    const schedule = makeCorrectionSchedule(seed);
    const { findings, story, killed } = await playCorrection(ground, schedule);
    expect(findings, `seed ${seed}\n${story.join('\n')}`).toEqual([]);
    outcomes.kills += Number(killed !== null);
    outcomes.pairs += Number(schedule.lives.length === 2);
    outcomes.approved += Number(schedule.acts.some((act) => act.do === 'approve'));
  }
  // Fewer would prove little.
  expect(outcomes.kills).toBeGreaterThan(3);
  expect(outcomes.pairs).toBeGreaterThan(20);
  expect(outcomes.approved).toBeGreaterThan(6);
});

// Each bug, with the seed at which the search begins: the first seed whose schedule shows the bug. If schedules
// change, a later seed shows it.
test.each([
  ['delete before receipt', 13],
  ['delete on 4xx', 43],
  ['id made at send', 1],
] as const)('a planted bug is caught: %s', { timeout: 600_000 }, async (name, soonest) => {
  for (let seed = soonest; seed < soonest + 200; seed += 1) {
    const played = await playCorrection(ground, makeCorrectionSchedule(seed), bugs[name]);
    if (played.findings.length > 0) return;
  }
  expect.unreachable(`${name} was not caught`);
});
