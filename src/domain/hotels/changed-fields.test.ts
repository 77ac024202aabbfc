import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { stageGuardDetail } from '#domain/workflow/stages.ts';
import { hotelAnswers } from './hotel-shapes.ts';
import type { HotelFields } from './hotel.ts';
import { changeProblem, changedFields } from './changed-fields.ts';

/** A stored hotel. Fields that are not named here have their fallback. */
const stored: HotelFields = z.object(hotelAnswers).parse({
  hotelId: '00001',
  hotelName: 'Harbour House',
  hotelChain: 'Meridian Group',
  hotelBrand: 'Harbor',
  hotelAddress: '1 Quay Street',
  hotelCity: 'Boston',
  hotelState: 'MA',
  hotelCountry: 'USA',
  hotelPostalCode: '02110',
  fpgRegion: 'East',
  stage: 'Onsite Assessment',
});
const day = '2026-03-31';

describe('what a change comes to', () => {
  test('is what differs alone', () => {
    expect(
      changedFields(stored, { hotelName: 'Harbour House', hotelOwner: 'Ann', version: 3 }),
    ).toEqual({
      hotelOwner: 'Ann',
    });
  });

  test('a move brings its status along, unless the change names one or goes to Initiated', () => {
    expect(changedFields(stored, { stage: 'Evaluation' })).toEqual({
      stage: 'Evaluation',
      status: 'Active',
    });
    expect(changedFields(stored, { stage: 'Evaluation', status: 'Complete' })).toEqual({
      stage: 'Evaluation',
      status: 'Complete',
    });
    expect(changedFields(stored, { stage: 'Initiated' })).toEqual({ stage: 'Initiated' });
  });

  test('the stage it already has is no move', () => {
    expect(changedFields(stored, { stage: 'Onsite Assessment' })).toEqual({});
  });
});

describe('what is refused', () => {
  const problemOf = (hotel: HotelFields, change: Partial<HotelFields>) =>
    changeProblem(hotel, changedFields(hotel, change), '2026-05-20');
  const inVirtualSession = { ...stored, stage: 'Virtual Session' as const };

  test('a completion date in the future', () => {
    const on = (day: string) =>
      problemOf({ ...stored, stage: 'Virtual Session' }, { virtualSessionCompletionDate: day });
    expect(on('2026-05-20')).toBeNull();
    expect(on('2026-05-21')).toEqual({
      kind: 'field',
      path: 'virtualSessionCompletionDate',
      message: 'This date is in the future',
    });
  });

  test('Virtual Re-Assessment waits for the date of the virtual session', () => {
    const change = { stage: 'Virtual Re-Assessment' as const };
    expect(problemOf(inVirtualSession, change)).toEqual({
      kind: 'stage-guard',
      message: stageGuardDetail,
    });
    const dated = { ...inVirtualSession, virtualSessionCompletionDate: day };
    expect(problemOf(dated, change)).toBeNull();
    expect(problemOf(dated, { ...change, virtualSessionCompletionDate: null })).toMatchObject({
      kind: 'stage-guard',
    });
  });

  test('the date that the same change brings counts', () => {
    expect(
      problemOf(inVirtualSession, {
        stage: 'Virtual Re-Assessment',
        virtualSessionCompletionDate: day,
      }),
    ).toBeNull();
  });

  test('a completion date is set only in its own stage', () => {
    const session = { virtualSessionCompletionDate: day };
    const reAssessment = { virtualReAssessmentCompletionDate: day };
    expect(problemOf(stored, session)).toMatchObject({ path: 'virtualSessionCompletionDate' });
    expect(problemOf(inVirtualSession, session)).toBeNull();
    expect(problemOf(stored, { ...session, stage: 'Virtual Session' })).toBeNull();
    expect(problemOf(inVirtualSession, reAssessment)).toMatchObject({
      path: 'virtualReAssessmentCompletionDate',
    });
    expect(problemOf({ ...stored, stage: 'Virtual Re-Assessment' }, reAssessment)).toBeNull();
  });
});
