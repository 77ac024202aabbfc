import { expect, test } from 'vitest';

import type { CodedPlace } from './coded-places.ts';
import type { MarkedResponses } from './standard-queries.ts';
import { sumStandards } from './sum-standards.ts';

const question = { id: 11, text: 'Is the lobby warm?', critical: false };
const places = [{ surveyId: 1, edition: 2, place: 1, code: 'LO-001', question }] as CodedPlace[];

/** A finding at each of these hotels, in sums of one month. */
const findingsAt = (brand: string | null, ...hotels: number[]): MarkedResponses => ({
  version: brand === null ? null : 'of October',
  ...{ brand, surveyId: 1, edition: 2, month: '2026-10-01', stage: null, isNow: true, size: 1 },
  ...{ hotels: Int32Array.from(hotels), highestHotel: Math.max(...hotels) },
  marks: Uint8Array.from(hotels.flatMap(() => [3, 0, 0, 0])),
  counts: null,
  ...{ answered: Float64Array.of(hotels.length), findings: Float64Array.of(hotels.length) },
});

const failing = async (...rows: MarkedResponses[]) =>
  (await sumStandards(places, rows))[0]?.hotelsFailed;

test('what is kept of sums is of their brand, and what is unsummed is not kept with it', async () => {
  const [ofHarbor, ofAurora] = [findingsAt('Harbor', 3), findingsAt('Aurora', 4, 5)];
  expect(await failing(ofHarbor)).toBe(1);
  expect(await failing(ofAurora)).toBe(2);
  expect(await failing(ofHarbor, ofAurora, findingsAt(null, 2))).toBe(4);
  expect(await failing(ofHarbor, ofAurora)).toBe(3);
});
