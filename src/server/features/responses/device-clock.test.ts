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

test('an interview of a device that is a year behind gets today’s date, and keeps the claimed times', async () => {
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

test('an interview that lasted a year is flagged, and left out of the median duration', async () => {
  const long = await submit({ startedAt: at(now - year), completedAt: at(now) });
  expect(long.reviewReasons).toEqual(['clock-odd']);
  await submit({ startedAt: at(now - 120_000), completedAt: at(now) });
  const summary = await server.as('alice')('GET', '/api/results/summary');
  expect(summary.body.medianDuration).toBe((3600 + 120) / 2);
});

const impossible = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+12:00',
  '0000-12-31T23:59:59-12:00',
  '1904-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
];

test.each(impossible)(
  '%s is stored and flagged, whatever time it is claimed for',
  async (claimed) => {
    const unknown = { startedAt: null, completedAt: at(now), reviewReasons: ['clock-odd'] };
    expect(await submit({ completedAt: claimed })).toMatchObject(unknown);
    expect(await submit({ startedAt: claimed })).toMatchObject(unknown);
    expect(await submit({ startedAt: claimed, completedAt: at(now) })).toMatchObject(unknown);
    expect(await submit({ startedAt: claimed, completedAt: claimed })).toMatchObject(unknown);
    const clock = { skew: 0, learnedAt: claimed, changed: true };
    expect((await submit({ startedAt: claimed, completedAt: at(now), clock })).completedAt).toBe(
      at(now),
    );
  },
);

test.each(impossible)('an interview that began at %s can be completed', async (startedAt) => {
  const clientId = `offline_clock_${(sent += 1)}`;
  const session = { ...common, clientId, startedAt };
  const begun = await server.as('connie')('POST', '/api/interview-sessions', session);
  expect(begun).toMatchObject({ status: 201, body: { startedAt: at(now) } });
  const stored = await submit({ clientId });
  expect(stored).toMatchObject({ clientId, startedAt: at(now), reviewReasons: [] });
});

test('the list of responses accepts any moment as updatedSince', async () => {
  const since = async (moment: string) =>
    server.as('connie')('GET', `/api/responses?updatedSince=${encodeURIComponent(moment)}`);
  for (const moment of impossible) {
    const isPast = !moment.startsWith('9999');
    const { status, body } = await since(moment);
    expect([status, body.length > 0]).toEqual([200, isPast]);
  }
});

test.each(['soon', '', '1e9', '99999999999999'])('a skew of "%s" is ignored', async (said) => {
  const body = { ...common, clientId: `offline_clock_${(sent += 1)}`, completedAt: at(now - hour) };
  const headers = { [clockSkewHeader]: said };
  const stored = await server.as('connie')('POST', '/api/responses', body, headers);
  expect(stored.body).toMatchObject({ completedAt: at(now - hour), reviewReasons: [] });
});
