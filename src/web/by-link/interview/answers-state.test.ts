import { expect, test } from 'vitest';

import type { LinkInterview, LinkQuestion } from '#domain/contacts/interview-by-link.ts';
import { markAll, notApplicable, takeBackAll } from './answers-state.ts';
import type { KeptAnswers } from './kept-answers.ts';

const aQuestion = (id: number, more: Partial<LinkQuestion> = {}): LinkQuestion => ({
  ...{ id, text: `Question ${id}`, type: 'radio', required: true, answers: [], section: 'Spa' },
  ...more,
});
const questions = [
  aQuestion(1, { allowNa: true }),
  aQuestion(2, { allowNa: true, critical: true }),
  aQuestion(3),
];
const given = {
  progress: { 1: { answerId: 5, score: 0, textValue: null } },
  answeredAt: { 1: 1_000 },
  remarks: { 2: 'As ever.' },
  remarkedAt: { 2: 50 },
  notes: '',
};
const interview: LinkInterview = {
  ...{ clientId: 'interview-1', surveyId: 1, title: 'Self', takesNotes: true },
  ...{ startedAt: '2026-03-12T10:00:00.000Z', questions, ...given },
};
const nothing: KeptAnswers = { progress: {}, answeredAt: {}, remarks: {}, remarkedAt: {} };
const marking = { interview, given, places: [0, 1, 2], at: 900 };

test('a section is marked at once: what allows it, with the reason on what is critical', () => {
  expect(markAll(nothing, { ...marking, reason: 'We have no spa.' })).toEqual({
    progress: { 1: notApplicable, 2: notApplicable },
    // Later than the answer that it replaces, whatever the clock says.
    answeredAt: { 1: 1_001, 2: 900 },
    remarks: { 2: 'As ever.\nWe have no spa.' },
    remarkedAt: { 2: 900 },
  });
});

test('a note that has no room for the reason stays as it is', () => {
  const full = { ...given, remarks: { 2: 'x'.repeat(1_990) } };
  const { remarks } = markAll(nothing, { ...marking, given: full, reason: 'We have no spa.' });
  expect(remarks).toEqual({ 2: full.remarks[2] });
});

test('where it applies after all, the questions have no answer', () => {
  const marked = markAll(nothing, { ...marking, reason: 'We have no spa.' });
  const { progress, remarks } = takeBackAll(marked, { ...marking, places: [0, 1] });
  expect(progress).toEqual({ 1: null, 2: null });
  expect(remarks).toEqual(marked.remarks);
});
