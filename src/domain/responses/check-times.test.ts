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

const hour = 60 * minute;
const year = 365 * day;
/** Returns what a device sends that had contact this long ago and measured this skew. */
const clock = (ago: number, skew: number | null, changed = false) => ({
  learnedAt: toIso(now - ago),
  skew,
  changed,
});
const took9 = (completed: number) => claim(completed - 9 * minute, completed);

test.each([
  ['runs a year behind', clock(hour, year), year, took9(now - year), now],
  [
    'runs a year behind, sent later',
    clock(2 * day, year),
    year,
    took9(now - year - day),
    now - day,
  ],
  ['runs ahead by a day', clock(hour, -day), -day, took9(now + day), now],
  ['is right', clock(hour, 800), -900, took9(now - hour), now - hour],
  ['was right when it ended, by a file', clock(hour, 0), null, took9(now - hour), now - hour],
])('times are corrected where a clock %s', (_, atEnd, skewAtSending, claimed, completed) => {
  expect(checkTimes({ ...claimed, clock: atEnd, skewAtSending }, now, toIso)).toEqual({
    startedAt: toIso(completed - 9 * minute),
    completedAt: toIso(completed),
    odd: false,
  });
});

test.each([
  ['fell back a year since its last contact, and still is', clock(hour, 0), year, now - year, now],
  ['is wrong, and was never measured before', clock(hour, null), year, now - year, now],
  ['differs when it is sent', clock(2 * day, 0), 3 * hour, now - day, now - day],
])('times are corrected as well as can be, and odd, where a clock %s', (_, atEnd, sent, at, is) => {
  const times = checkTimes({ ...took9(at), clock: atEnd, skewAtSending: sent }, now, toIso);
  expect(times).toEqual({ startedAt: toIso(is - 9 * minute), completedAt: toIso(is), odd: true });
});

test('the time of arrival counts where a clock fell back a year and was right again', () => {
  const claimed = { ...took9(now - year), clock: clock(day, 0), skewAtSending: 0 };
  expect(checkTimes(claimed, now, toIso)).toEqual({
    startedAt: null,
    completedAt: toIso(now),
    odd: true,
  });
});

test('how long it took is not known where the clock was set meanwhile', () => {
  const claimed = { ...claim(now - hour, now - 2 * hour), clock: clock(day, hour, true) };
  const times = { startedAt: null, completedAt: toIso(now - hour), odd: true };
  expect(checkTimes({ ...claimed, skewAtSending: hour }, now, toIso)).toEqual(times);
});

test('an interview of more than a day is odd, and keeps its times', () => {
  const whole = claim(now - 2 * day, now - day);
  expect(checkTimes(whole, now, toIso).odd).toBe(false);
  const long = claim(now - 2 * day - 1, now - day);
  expect(checkTimes(long, now, toIso)).toEqual({ ...long, odd: true });
});

test('one that began before any response waits has no start', () => {
  const times = (started: number) => checkTimes(claim(started, now), now, toIso);
  expect(times(now - 400 * day).startedAt).toBe(toIso(now - 400 * day));
  const unknown = { startedAt: null, completedAt: toIso(now), odd: true };
  expect(times(now - 400 * day - 1)).toEqual(unknown);
  expect(times(Date.parse('0001-01-01T00:00:00Z'))).toEqual(unknown);
});

test('whatever is claimed, an interview ends by now and not before it began', () => {
  const moment = fc.option(fc.integer({ min: now - 800 * day, max: now + day }), {
    nil: undefined,
  });
  const skew = fc.option(fc.integer({ min: -800 * day, max: 800 * day }));
  fc.assert(
    fc.property(moment, moment, skew, skew, fc.boolean(), (started, completed, ...more) => {
      const [atEnd, skewAtSending, changed] = more;
      const claimed = { ...claim(started, completed), clock: clock(day, atEnd, changed) };
      const times = checkTimes({ ...claimed, skewAtSending }, now, toIso);
      const end = Date.parse(times.completedAt);
      const begin = times.startedAt === null ? end : Date.parse(times.startedAt);
      expect(begin).toBeLessThanOrEqual(end);
      expect(end).toBeLessThanOrEqual(now);
    }),
  );
});
