import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { BoardCard } from './board.ts';
import { dutiesOf, dutyNames, dutyOf, hasDuty } from './duties.ts';
import { hotelStatuses, stages, type Stage } from './stages.ts';

let id = 0;
const card = (stage: Stage, more: Partial<BoardCard> = {}) => {
  id += 1;
  return {
    ...{ id, stage, hotelName: `Hotel ${id}`, status: 'Active' as const, isAssessed: false },
    ...{ virtualSessionCompletionDate: null, virtualReAssessmentCompletionDate: null },
    ...{ hasEvaluationNotes: false, responseCount: 0 },
    ...more,
  };
};

describe('what a hotel waits for', () => {
  const date = '2026-03-31';
  test.each<[Stage, Partial<BoardCard>, string | undefined]>([
    ['Initiated', {}, 'begin'],
    ['Initiated', { responseCount: 3 }, 'begin'],
    ['Initiated', { responseCount: 1, isAssessed: true }, 'move-on'],
    ['Onsite Assessment', {}, 'assess'],
    ['Onsite Assessment', { responseCount: 3 }, 'assess'],
    ['Onsite Assessment', { responseCount: 3, isAssessed: true }, undefined],
    ['Virtual Session', {}, 'hold-session'],
    ['Virtual Session', { virtualSessionCompletionDate: date }, 'move-on'],
    ['Virtual Re-Assessment', { responseCount: 3 }, 'reassess'],
    ['Virtual Re-Assessment', { responseCount: 3, isAssessed: true }, 'move-on'],
    ['Virtual Re-Assessment', { virtualReAssessmentCompletionDate: date }, 'move-on'],
    ['Evaluation', {}, 'evaluate'],
    ['Evaluation', { hasEvaluationNotes: true }, undefined],
    ['Disposition', {}, undefined],
  ])('in %s with %j: %s', (stage, more, duty) => {
    expect(dutyOf(card(stage, more))).toBe(duty);
    expect(dutyOf(card(stage, { ...more, status: 'Complete' }))).toBeUndefined();
  });

  test('is not guessed from a reading that does not tell', () => {
    const unknown = { isAssessed: null, responseCount: 3, hasEvaluationNotes: true };
    for (const stage of ['Onsite Assessment', 'Virtual Re-Assessment', 'Evaluation'] as const)
      expect(dutyOf(card(stage, unknown))).toBeUndefined();
  });
});

const day = fc.option(fc.constant('2026-03-31'));
const cards = fc.uniqueArray(
  fc
    .record({
      id: fc.integer({ min: 1 }),
      hotelName: fc.string(),
      stage: fc.constantFrom(...stages),
      status: fc.constantFrom(...hotelStatuses),
      isAssessed: fc.option(fc.boolean(), { freq: 8 }),
      virtualSessionCompletionDate: day,
      virtualReAssessmentCompletionDate: day,
      hasEvaluationNotes: fc.boolean(),
      hasEndingWaiver: fc.constantFrom(true as const, undefined),
      responseCount: fc.nat({ max: 2 }),
    })
    // Nothing was completed anywhere, so nothing was completed here.
    .map((one) => ({ ...one, isAssessed: one.isAssessed && one.responseCount > 0 })),
  { selector: (one) => one.id },
);

/**
 * Returns whether what a duty asks for was done. Written again from the to-do list's words, so that the
 * property does not test `dutyOf` with itself.
 */
function isDone(name: string, hotel: Parameters<typeof dutyOf>[0]): boolean {
  if (hotel.status === 'Complete' || hotel.stage === 'Disposition') return true;
  const isInterviewed = hotel.isAssessed === true;
  if (name === 'assess') return isInterviewed;
  if (name === 'reassess') return isInterviewed || hotel.virtualReAssessmentCompletionDate !== null;
  if (name === 'hold-session') return hotel.virtualSessionCompletionDate !== null;
  if (name === 'evaluate') return hotel.hasEvaluationNotes;
  if (name === 'waiver-ends') return hotel.hasEndingWaiver !== true;
  return false;
}

test('a duty never names a hotel whose work is done', () => {
  fc.assert(
    fc.property(cards, (hotels) => {
      for (const { name, hotels: named } of dutiesOf(hotels))
        for (const one of named) {
          const hotel = hotels.find((each) => each.id === one.id);
          expect(hotel && isDone(name, hotel), `${name} of ${JSON.stringify(hotel)}`).toBe(false);
        }
    }),
  );
});

test('whatever still needs its session date is named', () => {
  fc.assert(
    fc.property(cards, (hotels) => {
      const [sessions] = dutiesOf(hotels).filter(({ name }) => name === 'hold-session');
      expect(sessions?.hotels ?? []).toEqual(
        hotels.filter(
          (one) =>
            one.stage === 'Virtual Session' &&
            one.status !== 'Complete' &&
            one.virtualSessionCompletionDate === null,
        ),
      );
    }),
  );
});

test('an ending waiver is named beside what its hotel waits for, and takes nothing from it', () => {
  fc.assert(
    fc.property(cards, (hotels) => {
      const without = hotels.map((one) => ({ ...one, hasEndingWaiver: undefined }));
      const rows = dutiesOf(hotels);
      expect(idsOf(rows.filter(({ name }) => name !== 'waiver-ends'))).toEqual(
        idsOf(dutiesOf(without)),
      );
      const ending = hotels.filter(
        (one) => one.hasEndingWaiver && one.status !== 'Complete' && one.stage !== 'Disposition',
      );
      expect(rows.find(({ name }) => name === 'waiver-ends')?.hotels ?? []).toEqual(ending);
    }),
  );
});
const idsOf = (rows: ReturnType<typeof dutiesOf>) =>
  rows.map(({ name, hotels }) => [name, hotels.map(({ id: one }) => one)]);

test('a filter shows exactly the hotels that its row counts', () => {
  fc.assert(
    fc.property(cards, (hotels) => {
      const rows = dutiesOf(hotels);
      for (const name of dutyNames)
        expect(hotels.filter((one) => hasDuty(one, name))).toEqual(
          rows.find((row) => row.name === name)?.hotels ?? [],
        );
      const counted = rows
        .filter(({ name }) => name !== 'waiver-ends')
        .reduce((sum, row) => sum + row.hotels.length, 0);
      expect(hotels.filter((one) => hasDuty(one, 'any'))).toHaveLength(counted);
    }),
  );
});
