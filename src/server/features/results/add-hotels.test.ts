import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readSums } from '#server/db/results/hotel-records.ts';
import { addHotels, copySums, noSums } from './add-hotels.ts';
import { latestTwo, compareSums, meanInTenths } from './compare-sums.ts';

type Given = {
  id: number;
  hotel: number;
  round: number;
  stage: number;
  scored: number;
  at: number;
};

/** Writes records as the database does. A scored response has half of its points. */
function recordsOf(given: readonly Given[]) {
  const records = Buffer.concat(
    given.map(({ hotel, round, stage, scored, at, id }) => {
      const record = Buffer.alloc(136);
      for (const [place, number] of [hotel, round, stage, 2, scored].entries())
        record.writeInt32BE(number, 4 * place);
      record.writeDoubleBE(scored / 2, 20);
      record.writeDoubleBE(at, 28);
      record.writeInt32BE(scored === 0 ? 0 : id, 36);
      return record;
    }),
  );
  return readSums(records);
}

const inRange = { isInRange: true };
const given: fc.Arbitrary<Omit<Given, 'id'>> = fc.record({
  hotel: fc.integer({ min: 1, max: 4 }),
  round: fc.integer({ min: 0, max: 3 }),
  stage: fc.integer({ min: 0, max: 6 }),
  scored: fc.integer({ min: 0, max: 2 }),
  at: fc.integer({ min: 1, max: 3 }),
});
const ids = Int32Array.of(3, 1, 2);

/** Returns the latest two assessments of a hotel, computed from the records in another way. */
function expected(all: readonly Given[], hotel: number) {
  const own = all.filter((one) => one.hotel === hotel && one.stage > 0 && one.scored > 0);
  const latest = Map.groupBy(own, ({ round, stage }) => `${round}/${stage}`);
  return [...latest.values()]
    .map((records) => ({
      ...{ round: records[0]!.round || null, stage: records[0]!.stage },
      at: Math.max(...records.map(({ at }) => at)),
      id: Math.max(...records.map(({ id }) => id)),
    }))
    .toSorted((one, other) => other.at - one.at || other.id - one.id)
    .slice(0, 2)
    .map(({ round, stage }) => [round, stage]);
}

test('records add up to the same in every order and in every portion', () => {
  const stageNames = ['Initiated', 'Onsite Assessment', 'Virtual Session'].concat(
    ...['Virtual Re-Assessment', 'Evaluation', 'Disposition'],
  );
  fc.assert(
    fc.property(fc.array(given, { maxLength: 60 }), fc.nat(), (some, turn) => {
      const all = some.map((one, place) => ({ ...one, id: place + 1 }));
      const cut = all.length === 0 ? 0 : turn % all.length;
      const straight = noSums(4);
      addHotels(straight, recordsOf(all), inRange);
      // The first portion is kept, and a copy of its sums goes on with the second.
      const portion = all.slice(cut);
      const kept = noSums(Math.max(0, ...portion.map(({ hotel }) => hotel)));
      addHotels(kept, recordsOf(portion), inRange);
      const before = structuredClone(kept);
      const turned = copySums(kept, 4);
      addHotels(turned, recordsOf(all.slice(0, cut)), inRange);
      expect(kept).toEqual(before);
      expect(compareSums(turned, ids, 80)).toEqual(compareSums(straight, ids, 80));
      for (const hotel of ids) {
        expect(straight.responses[hotel]).toBe(2 * all.filter((one) => one.hotel === hotel).length);
        const { latest, previous } = latestTwo(turned, hotel);
        expect(
          [latest, previous].flatMap((one) =>
            one ? [[one.round, stageNames.indexOf(one.stage ?? '') + 1]] : [],
          ),
        ).toEqual(expected(all, hotel));
      }
    }),
    { numRuns: 500 },
  );
});

test('more assessments than there is room for at first are all added up', () => {
  const sums = noSums(7);
  const rounds = Array.from({ length: 100 }, (_, place) => place + 1);
  const all = rounds.map((round) => ({
    id: round,
    hotel: 7,
    round,
    stage: 2,
    scored: 1,
    at: round,
  }));
  addHotels(sums, recordsOf(all), { isInRange: false });
  expect(sums.assessments.count).toBe(100);
  expect(latestTwo(sums, 7)).toMatchObject({ latest: { round: 100 }, previous: { round: 99 } });
  // All of them are before the range.
  expect(compareSums(sums, Int32Array.of(7), 80)).toEqual([]);
});

test.each([
  [0.8, 1, 800],
  [7.9995, 10, 799],
  [4 / 5 + 1e-13, 1, 800],
  [0.78349999999, 1, 783],
  [0.7835, 1, 784],
  [0.9996, 1, 999],
  [2_999.9, 3_000, 999],
  [7, 7, 1_000],
  [0, 0, null],
])('the mean of %f over %i is %s tenths', (ratios, scored, tenths) => {
  expect(meanInTenths(ratios, scored, 80)).toBe(tenths);
});
