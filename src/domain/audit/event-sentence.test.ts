import { describe, expect, test } from 'vitest';

import { auditActions, actionsOfGroup, auditGroups, auditedKinds, kindOf } from './actions.ts';
import { changesBetween } from './changes.ts';
import { detailsOf, sentenceOf, eventParts } from './event-sentence.ts';

const moved = {
  actorName: 'Amelia Hart',
  action: 'hotel.stage-changed',
  objectId: 17,
  details: {
    name: 'Harbour House',
    from: 'Onsite Assessment',
    to: 'Virtual Re-Assessment',
    changes: { status: { from: 'Pending', to: 'Active' } },
  },
};

describe('a sentence', () => {
  test('names who, what and whence', () => {
    expect(sentenceOf(moved)).toBe(
      'Amelia Hart moved Harbour House from Onsite Assessment to Virtual Re-Assessment',
    );
    expect(eventParts(moved).filter(({ isObject }) => isObject)).toEqual([
      { text: 'Harbour House', isObject: true },
    ]);
  });

  test('says which one where the name is not known', () => {
    expect(sentenceOf({ ...moved, action: 'hotel.changed', details: {} })).toBe(
      'Amelia Hart changed nothing of hotel 17',
    );
    const removed = { actorName: 'A', action: 'answer-option.deleted', objectId: 3, details: {} };
    expect(sentenceOf(removed)).toBe('A deleted an answer option from answer option 3 of unknown');
  });

  test.each([
    [1, 'A agreed a plan about 1 finding with Harbour House'],
    [12, 'A agreed a plan about 12 findings with Harbour House'],
  ])('counts the %i findings of a plan', (items, words) => {
    const details = { hotelName: 'Harbour House', items };
    expect(sentenceOf({ actorName: 'A', action: 'plan.agreed', objectId: 3, details })).toBe(words);
  });

  test.each([
    [1, '1 action'],
    [2, '2 actions'],
  ])('counts %i with its noun', (changed, words) => {
    const details = { changed, dueOn: '2026-04-30' };
    expect(sentenceOf({ ...moved, action: 'action.due-changed', objectId: null, details })).toBe(
      `Amelia Hart made ${words} due on 2026-04-30`,
    );
  });

  test.each([
    [['hotelOwner'], 'hotel owner'],
    [['hotelOwner', 'status', 'fpgRegion'], 'hotel owner, status and fpg region'],
    [['a', 'b', 'c', 'd'], '4 fields'],
  ])('says that %s changed', (fields, what) => {
    const changes = Object.fromEntries(fields.map((field) => [field, null]));
    const told = { ...moved, action: 'hotel.changed', details: { name: 'Inn', changes } };
    expect(sentenceOf(told)).toBe(`Amelia Hart changed ${what} of Inn`);
  });

  test('reads also where the act is not known', () => {
    expect(sentenceOf({ ...moved, action: 'hotel.painted' })).toBe(
      'Amelia Hart did “hotel.painted” to Harbour House',
    );
  });

  test('is there for every act, and every act is in one group and of a known kind', () => {
    for (const action of auditActions) {
      const parts = eventParts({ action, objectId: 1, details: {} });
      expect(parts.map(({ text }) => text).join('')).not.toMatch(/[[\]{}]/);
      expect(auditedKinds).toContain(kindOf(action));
    }
    expect(auditGroups.flatMap(actionsOfGroup).toSorted()).toEqual(auditActions.toSorted());
  });
});

describe('details', () => {
  test('hold what the sentence does not say', () => {
    expect(detailsOf(moved)).toEqual([{ label: 'Status', from: 'Pending', to: 'Active' }]);
  });

  test('name a field whose words are not kept', () => {
    const changes = { evaluationNotes: null, serviceConsultantId: { from: null, to: 4 } };
    expect(detailsOf({ action: 'hotel.changed', objectId: 1, details: { changes } })).toEqual([
      { label: 'Evaluation notes', to: 'Changed; its words are not kept here' },
      { label: 'Service consultant id', from: 'None', to: '4' },
    ]);
  });
});

describe('changes', () => {
  const before = { name: 'Old', notes: 'long ago', tags: [1, 2], active: true };

  test('are the fields that differ, and no other', () => {
    expect(changesBetween(before, { name: 'New', tags: [1, 2], active: undefined })).toEqual({
      name: { from: 'Old', to: 'New' },
    });
  });

  test('keep no words of a field that is nobody’s business, and cut long ones', () => {
    const after = { name: 'x'.repeat(500), notes: 'today' };
    const changes = changesBetween(before, after, { unkept: ['notes'] });
    expect(changes['notes']).toBeNull();
    expect(changes['name']?.to).toBe(`${'x'.repeat(200)}…`);
  });
});
