import { expect, test } from 'vitest';

import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Draft } from '#web/offline/store/records.ts';

import { allWords, interviewsToResume } from './interviews-to-resume.ts';

const answered = { answerId: 1, score: 5, textValue: null };
const written = { answerId: null, score: 0, textValue: 'Twelve' };

function aSession(clientId: string, more: Partial<InterviewSession> = {}): InterviewSession {
  return {
    ...{ id: 1, clientId, hotelId: 5, surveyId: 2, surveyTitle: 'Guest Journey', edition: 1 },
    ...{ questionCount: 4, respondentName: 'Ana', respondentJobTitle: 'Concierge' },
    ...{ currentQuestionIndex: 0, status: 'in_progress', progress: { 11: answered } },
    ...{ answeredAt: {}, notes: '', startedAt: '2026-03-01T08:00:00Z' },
    lastUpdatedAt: '2026-03-01T09:00:00Z',
    ...more,
  };
}

function aDraft(clientId: string, updatedAt: string): Draft {
  const question = { type: 'text', required: false, weight: 1, kpeCategory: null } as const;
  const questions = [11, 12].map((id, index) => ({
    ...{ ...question, id, text: '', order: index + 1, answers: [] },
  }));
  return {
    ...{ clientId, hotelId: 6, respondentName: 'Ben', respondentJobTitle: 'Chef', index: 1 },
    hotel: { hotelName: 'Harbour House', hotelBrand: '', hotelAddress: '', hotelCity: '' },
    edition: { surveyId: 2, number: 1, title: 'Kitchen', createdAt: updatedAt, questions },
    ...{ progress: { 11: written }, answeredAt: {}, notes: '', startedAt: 0, revision: 1 },
    ...{ updatedAt: Date.parse(updatedAt), copy: null, copyRefused: null },
  };
}

const hotels = new Map([[5, 'Grand Lisbon']]);
const nothingHere = { drafts: [], ended: new Set<string>() };

test("the server's sessions in progress, with their hotels and percent", () => {
  const sessions = [aSession('a'), aSession('b', { status: 'completed' })];
  expect(interviewsToResume(sessions, nothingHere, hotels)).toEqual([
    expect.objectContaining({ clientId: 'a', hotelName: 'Grand Lisbon', percent: 25 }),
  ]);
});

test("the device's own draft stands for its session, and the latest is first", () => {
  const drafts = [aDraft('a', '2026-03-02T09:00:00Z')];
  const list = interviewsToResume(
    [aSession('b'), aSession('a')],
    { drafts, ended: new Set() },
    hotels,
  );
  expect(list.map(({ clientId, percent }) => [clientId, percent])).toEqual([
    ['a', 50],
    ['b', 25],
  ]);
});

test('what was finished or given up here is no longer offered, though the server still has it', () => {
  const onDevice = { drafts: [], ended: new Set(['a']) };
  expect(interviewsToResume([aSession('a')], onDevice, hotels)).toEqual([]);
});

test('a hotel that nobody knows any more has no name', () => {
  const [first] = interviewsToResume([aSession('a', { hotelId: 99 })], nothingHere, hotels);
  expect(first?.hotelName).toBeNull();
});

test('the button promises no more interviews than the list shows', () => {
  expect([5, 100, 101, 10_000].map(allWords)).toEqual([
    'Show all 5',
    'Show all 100',
    'Show 100 of 101',
    'Show 100 of 10,000',
  ]);
});
