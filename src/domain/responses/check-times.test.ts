import fc from 'fast-check';
import { expect, test } from 'vitest';

import { checkTimes } from './check-times.ts';

const toIso = (milliseconds: number) => new Date(milliseconds).toISOString();
const now = Date.parse('2026-03-31T12:00:00.000Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const claim = (started: number | undefined, completed: number | undefined) => ({
  startedAt: started === undefined ? undefined : toIso(started),
  completedAt: completed === undefined ? undefined : toIso(completed),
});

test.each([
  ['nothing is claimed', claim(undefined, undefined), null, now],
  ['it arrives at once', claim(now - 9 * minute, now), now - 9 * minute, now],
  [
    'it waited for three days',
    claim(now - 3 * day - minute, now - 3 * day),
    now - 3 * day - minute,
    now - 3 * day,
  ],
  ['it waited for four hundred days', claim(undefined, now - 400 * day), null, now - 400 * day],
  ['only its beginning is told', claim(now - minute, undefined), now - minute, now],
  ['it took no time', claim(now - minute, now - minute), now - minute, now - minute],
  ['the clock is five minutes ahead', claim(now - minute, now + 5 * minute), now - 6 * minute, now],
  ['even its beginning is ahead', claim(now + minute, now + 3 * minute), now - 2 * minute, now],
])('its times count where %s', (_, claimed, started, completed) => {
  expect(checkTimes(claimed, now, toIso)).toEqual({
    startedAt: started === null ? null : toIso(started),
    completedAt: toIso(completed),
    odd: false,
  });
});

test.each([
  ['is from the future', claim(undefined, now + 5 * minute + 1)],
  ['is from too long ago', claim(undefined, now - 400 * day - 1)],
  ['ends before it begins', claim(now - minute, now - 2 * minute)],
  ['begins in the future', claim(now + minute, undefined)],
])('the time of arrival counts for one that %s', (_, claimed) => {
  expect(checkTimes(claimed, now, toIso)).toEqual({
    startedAt: null,
    completedAt: toIso(now),
    odd: true,
  });
});

test('whatever is claimed, an interview ends by now and not before it began', () => {
  const moment = fc.option(fc.integer({ min: now - 800 * day, max: now + day }), {
    nil: undefined,
  });
  fc.assert(
    fc.property(moment, moment, (started, completed) => {
      const times = checkTimes(claim(started, completed), now, toIso);
      const end = Date.parse(times.completedAt);
      const begin = times.startedAt === null ? end : Date.parse(times.startedAt);
      expect(begin).toBeLessThanOrEqual(end);
      expect(end).toBeLessThanOrEqual(now);
    }),
  );
});
