import { afterAll, beforeAll, expect, test } from 'vitest';

import { clockSkewHeader } from '#domain/responses/device-clock.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/** Tests what happens to the times of a device whose clock is wrong. */

const now = Date.parse('2026-05-04T10:00:00Z');
const hour = 3_600_000;
const year = 365 * 24 * hour;
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

let server: TestApp;
let common: object;
beforeAll(async () => {
  server = await openTestApp({ now: () => now });
  const survey = await aSurvey(server);
  const hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  common = {
    ...{ surveyId: survey.id, hotelId: hotel.id },
    ...{ respondentName: 'Rosa', respondentJobTitle: 'GM' },
  };
});
afterAll(() => server.close());

let sent = 0;
async function submit(times: object, skew?: number) {
  const body = { ...common, clientId: `offline_clock_${(sent += 1)}`, ...times };
  const headers = skew === undefined ? {} : { [clockSkewHeader]: String(skew) };
  return (await server.as('connie')('POST', '/api/responses', body, headers)).body;
}

test('an interview of a device a year behind is filed today, with what it claimed beside it', async () => {
  const clock = { skew: year, learnedAt: at(now - hour), changed: false };
  const claimed = { startedAt: at(now - year - hour), completedAt: at(now - year) };
  const stored = await submit({ ...claimed, clock }, year);
  expect(stored).toMatchObject({
    startedAt: at(now - hour),
    completedAt: at(now),
    reviewReasons: [],
  });
  const row = await server.db
    .selectFrom('responses')
    .select(['claimedStartedAt', 'claimedCompletedAt'])
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    claimedStartedAt: claimed.startedAt,
    claimedCompletedAt: claimed.completedAt,
  });
});

test('one that lasted a year is flagged, and counts in no median', async () => {
  const long = await submit({ startedAt: at(now - year), completedAt: at(now) });
  expect(long.reviewReasons).toEqual(['clock-odd']);
  await submit({ startedAt: at(now - 120_000), completedAt: at(now) });
  const summary = await server.as('alice')('GET', '/api/results/summary');
  expect(summary.body.medianDuration).toBe((3600 + 120) / 2);
});

test.each(['soon', '', '1e9', '99999999999999'])('a skew of "%s" is none', async (said) => {
  const body = { ...common, clientId: `offline_clock_${(sent += 1)}`, completedAt: at(now - hour) };
  const headers = { [clockSkewHeader]: said };
  const stored = await server.as('connie')('POST', '/api/responses', body, headers);
  expect(stored.body).toMatchObject({ completedAt: at(now - hour), reviewReasons: [] });
});
