import { expect, test } from 'vitest';

import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { joinResumable } from './resumable.ts';

function session(clientId: string, more: Partial<InterviewSession> = {}): InterviewSession {
  return {
    ...{ id: 1, clientId, hotelId: 1, surveyId: 1, surveyTitle: 'S', edition: 1, questionCount: 4 },
    ...{ respondentName: 'R', respondentJobTitle: 'J', currentQuestionIndex: 2, notes: '' },
    ...{ status: 'in_progress', answeredAt: {}, startedAt: '', lastUpdatedAt: '2026-05-04T10:00Z' },
    progress: { 1: { answerId: 1, score: 0, textValue: null }, 2: null },
    ...more,
  };
}

function draft(clientId: string, more: Partial<Draft> = {}): Draft {
  const edition = { surveyId: 1, number: 1, title: 'S', createdAt: '', questions: [] };
  return {
    ...{ clientId, hotelId: 1, edition, respondentName: 'R', respondentJobTitle: 'J', index: 0 },
    ...{ progress: {}, answeredAt: {}, notes: '', startedAt: 0, updatedAt: 0, revision: 1 },
    ...{ copy: null, copyRefused: null },
    ...more,
  } as Draft;
}

test('an interview on the device and on the server is one card, with the device’s state', () => {
  const copy = { sessionId: 7, revision: 1, notes: '' };
  const cards = joinResumable([session('a')], [draft('a', { copy, index: 3 })], new Set());
  expect(cards).toMatchObject([
    { clientId: 'a', index: 3, sessionId: 7, caution: null, isCopied: true },
  ]);
});

test('an interview whose copy lacks the last change says so', () => {
  const copy = { sessionId: 7, revision: 1, notes: '' };
  const cards = joinResumable([], [draft('a', { copy, revision: 2 })], new Set());
  expect(cards).toMatchObject([{ caution: null, isCopied: false }]);
});

test('an interview of another device counts the questions asked now, if the server sends them', () => {
  const askedNow = { index: 1, questionCount: 3, percent: 67 };
  const cards = joinResumable([session('a', { askedNow }), session('b')], [], new Set());
  const counts = cards.map(({ index, questionCount, percent }) => [index, questionCount, percent]);
  expect(counts).toEqual([
    [1, 3, 67],
    [2, 4, 25],
  ]);
});

test('interviews that have ended, on the server or here, are left out; the latest comes first', () => {
  const over = session('a', { status: 'completed' });
  const finishedHere = session('b');
  const later = session('d', { lastUpdatedAt: '2026-05-05T10:00:00Z' });
  const cards = joinResumable([over, finishedHere, session('c'), later], [], new Set(['b']));
  expect(cards.map(({ clientId }) => clientId)).toEqual(['d', 'c']);
  expect(cards[0]).toMatchObject({ percent: 25, index: 2, questionCount: 4 });
});

test('an interview that the server does not have is marked so', () => {
  const refused = draft('b', { copyRefused: 'Deleted.', updatedAt: 1 });
  const cards = joinResumable([], [draft('a'), refused], new Set());
  expect(cards.map(({ caution }) => caution)).toEqual(['Deleted.', 'On this device only']);
});
