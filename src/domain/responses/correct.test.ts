import { describe, expect, it } from 'vitest';

import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { changesOf, isIncomplete, putAnswers, describeRevisions } from './correct.ts';
import { correctionRight } from './correction.ts';

const question = (id: number, more: Partial<EditionQuestion> = {}): EditionQuestion => ({
  id,
  text: `Question ${id}`,
  type: 'radio',
  required: true,
  order: id,
  weight: 1,
  kpeCategory: null,
  answers: [
    { id: 10 * id, text: 'No', score: 0, isCorrect: false, order: 1 },
    { id: 10 * id + 1, text: 'Yes', score: 10, isCorrect: false, order: 2 },
  ],
  ...more,
});
const questions = [question(1), question(2), question(3, { type: 'text', answers: [] })];
const chosen = (questionId: number, place: number) => ({
  questionId,
  answerId: 10 * questionId + place,
  textValue: null,
});
const said = (textValue: string | null) => ({ questionId: 3, answerId: null, textValue });
const stored = scoreResponse(questions, [chosen(2, 0), said('Well')]).answers;

describe('putting answers into a response', () => {
  it('replaces where the question was answered, and adds at the end where it was not', () => {
    const put = putAnswers(stored, [chosen(1, 1), chosen(2, 1)]);
    expect(put.answers.map(({ questionId }) => questionId)).toEqual([2, 3, 1]);
    expect(put).toMatchObject({ changed: [1, 2], replaced: [2] });
  });

  it('changes nothing where the answer says the same, or an empty one takes the place of none', () => {
    const put = putAnswers(stored, [
      chosen(2, 0),
      said('Well'),
      { questionId: 1, answerId: null, textValue: '' },
    ]);
    expect(put).toMatchObject({ changed: [], replaced: [] });
  });

  it('counts lifting “not applicable” as a correction, and keeps the note', () => {
    const na = [
      { questionId: 2, answerId: null, textValue: null, notApplicable: true, note: 'No' },
    ];
    const optional = [question(1), question(2, { allowNa: true })];
    const { answers } = scoreResponse(optional, na);
    const lifted = putAnswers(answers, [chosen(2, 1)]);
    expect(lifted).toMatchObject({ changed: [2], replaced: [2] });
    expect(lifted.answers).toEqual([{ ...chosen(2, 1), note: 'No' }]);
    const [change] = changesOf(optional, answers, scoreResponse(optional, lifted.answers).answers);
    expect(change?.from).toEqual({ answer: 'Not applicable', score: null });
    expect(change?.to).toEqual({ answer: 'Yes', score: 10 });
  });

  it('knows that an answer was taken back', () => {
    expect(putAnswers(stored, [said(null)])).toMatchObject({ changed: [3], replaced: [3] });
  });
});

describe('a response is incomplete', () => {
  it('while a required question has no answer', () => {
    expect(isIncomplete(questions, stored)).toBe(true);
    expect(isIncomplete(questions, [...stored, chosen(1, 0)])).toBe(false);
    expect(isIncomplete(questions, [chosen(1, 0), chosen(2, 0), said('  ')])).toBe(true);
  });

  it('not for a question that is optional, or that has no options to choose from', () => {
    const free = [question(1, { required: false }), question(2, { answers: [] })];
    expect(isIncomplete(free, [])).toBe(false);
  });
});

describe('what a correction changed', () => {
  it('is told by question, with the words and points of before and after', () => {
    const after = scoreResponse(questions, [chosen(2, 1), said(null)]).answers;
    expect(changesOf(questions, stored, after)).toEqual([
      {
        questionId: 2,
        number: 2,
        text: 'Question 2',
        from: { answer: 'No', score: 0 },
        to: { answer: 'Yes', score: 10 },
      },
      {
        questionId: 3,
        number: 3,
        text: 'Question 3',
        from: { answer: 'Well', score: null },
        to: { answer: null, score: null },
      },
    ]);
  });

  it('is what stood before the next correction, the latest first', () => {
    const contents = [chosen(1, 0), chosen(1, 1), chosen(1, 0)].map(
      (answer) => scoreResponse(questions, [answer]).answers,
    );
    const [first = [], second = [], current = []] = contents;
    const kept = {
      at: '2026-05-04T10:00:00Z',
      by: null,
      reason: null,
      totalScore: 0,
      maxScore: 20,
    };
    const told = describeRevisions(
      questions,
      [
        { ...kept, number: 1, answers: first },
        { ...kept, number: 2, answers: second },
      ],
      current,
    );
    expect(
      told.map(({ number, changes }) => [number, changes[0]?.from.answer, changes[0]?.to.answer]),
    ).toEqual([
      [2, 'Yes', 'No'],
      [1, 'No', 'Yes'],
    ]);
  });
});

describe('who may correct', () => {
  const receivedAt = '2026-05-04T10:00:00.000Z';
  const after = (hours: number) => Date.parse(receivedAt) + hours * 3_600_000;
  const sender = { id: 1, role: { name: 'Service Consultant' } } as const;
  const admin = { id: 2, role: { name: 'Admin' } } as const;
  const right = (person: typeof sender | typeof admin, hours: number, userId: number | null = 1) =>
    correctionRight(person, { userId, receivedAt }, { now: after(hours), hours: 24 });

  it('is the sender until the hours are over, and an Admin with a reason at any time', () => {
    expect([right(sender, 0), right(sender, 23.99), right(sender, 24)]).toEqual([
      'own',
      'own',
      'no',
    ]);
    expect([right(admin, 0), right(admin, 9_999)]).toEqual(['with-reason', 'with-reason']);
    expect([right(admin, 1, 2), right(admin, 24, 2)]).toEqual(['own', 'with-reason']);
    expect(right(sender, 1, null)).toBe('no');
  });
});
