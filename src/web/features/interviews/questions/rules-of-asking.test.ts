import { expect, test } from 'vitest';

import { forecast, sectionsOf } from '#domain/interviews/sections.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { changeBetween, wholeChange } from '#web/features/interviews/live-interview.ts';
import {
  canGoOn,
  currentRemark,
  isLast,
  type InterviewAction,
  type InterviewState,
} from '#web/features/interviews/interview-state.ts';
import { openInterview, reduceInterview } from '#web/features/interviews/reduce-interview.ts';

import {
  findUnanswered,
  firstMissing,
  isForContext,
  marksOf,
  numberOf,
  percentAnswered,
} from './asked-questions.ts';
import { hasSections } from './sections.ts';

/** Tests an open interview of a survey that uses rules of asking. */

function aQuestion(id: number, more: Partial<EditionQuestion> = {}): EditionQuestion {
  const options = [1, 2].map((order) => ({
    ...{ id: id * 10 + order, text: `Option ${order}`, score: order, isCorrect: false, order },
  }));
  return {
    ...{ id, type: 'radio', required: true, text: `Question ${id}`, order: id, weight: 1 },
    ...{ kpeCategory: null, answers: options },
    ...more,
  };
}

const ifYes = { showIf: [{ questionId: 1, is: [11] }], section: 'Spa' };
const critical = { critical: true, allowNa: true } as const;
const questions = [
  aQuestion(1, { section: 'Arrival' }),
  aQuestion(2, { ...ifYes, allowNa: true }),
  aQuestion(3, { ...ifYes, ...critical }),
  aQuestion(4, ifYes),
  aQuestion(5, { section: 'Safety', ...critical }),
  aQuestion(6, { section: 'Safety', required: false }),
];
const draft = {
  edition: { surveyId: 1, number: 1, title: 'S', createdAt: '', questions },
  index: 0,
  progress: {},
  answeredAt: {},
  notes: '',
} as unknown as Draft;
const start = openInterview(draft);

const run = (state: InterviewState, ...actions: InterviewAction[]) =>
  actions.reduce(reduceInterview, state);
const choose = (answerId: number, at = 1): InterviewAction => ({
  ...{ type: 'answer', answer: { answerId, textValue: null }, at },
});
const mark = (is: boolean, at = 1): InterviewAction => ({ type: 'notApplicable', is, at });
const say = (text: string, at = 1): InterviewAction => ({ type: 'remark', text, at });
const next: InterviewAction = { type: 'next' };
const go = (index: number): InterviewAction => ({ type: 'go', index });
const na = { answerId: null, score: 0, textValue: null, na: true };

test('only what is asked now is counted and walked through, in both directions', () => {
  expect(start.asked).toEqual([0, 4, 5]);
  const without = run(start, choose(12), next);
  expect([without.index, numberOf(without, 4)]).toEqual([4, 2]);
  expect(run(without, { type: 'previous' }).index).toBe(0);
  const withSpa = run(start, choose(11), next);
  expect([withSpa.index, withSpa.asked.length]).toEqual([1, 6]);
  expect(isLast(run(withSpa, go(4)))).toBe(false);
  expect(isLast(run(withSpa, go(5)))).toBe(true);
});

test('answers to hidden questions are kept, and are there again when they are asked again', () => {
  const answered = run(start, choose(11), next, choose(21), go(0), choose(12, 2));
  expect(findUnanswered(answered)).toEqual([4, 5]);
  expect(marksOf(answered)).toEqual(['answered', 'open', 'open']);
  const again = run(answered, choose(11, 3));
  expect(again.progress[2]?.answerId).toBe(21);
  expect(again.standings[1]).toBe('answered');
});

test('another device’s answer that hides the question on the screen leads to the next one', () => {
  const inSpa = run(start, choose(11, 5), next);
  const theirs = { progress: { 1: { answerId: 12, score: 2, textValue: null } }, notes: '' };
  const state = run(inSpa, { type: 'join', stored: { ...theirs, answeredAt: { 1: 9 } } });
  expect([state.index, state.asked]).toEqual([4, [0, 4, 5]]);
  expect(openInterview({ ...draft, index: 2 }).index).toBe(4);
});

test('not applicable replaces the answer, deals with the question, and can be taken back', () => {
  const marked = run(start, choose(11), next, choose(21), mark(true, 7));
  expect(marked.progress[2]).toEqual(na);
  expect([canGoOn(marked), percentAnswered(marked)]).toEqual([true, 33]);
  expect(marksOf(marked)[1]).toBe('not-applicable');
  expect(changeBetween(start, marked)?.progress).toMatchObject({ 2: na });
  expect(run(marked, mark(false)).progress[2]).toBeNull();
  expect(run(marked, choose(22)).progress[2]).toMatchObject({ answerId: 22 });
});

test('a question that does not allow it cannot be marked not applicable', () => {
  expect(run(start, mark(true))).toBe(start);
});

test('a critical question that is not applicable needs a reason that is not blank', () => {
  const marked = run(start, choose(12), next, mark(true));
  expect([canGoOn(marked), firstMissing(marked)]).toEqual([false, 4]);
  expect(canGoOn(run(marked, say(' ')))).toBe(false);
  const reasoned = run(marked, say('Being rebuilt'));
  expect([canGoOn(reasoned), firstMissing(reasoned)]).toEqual([true, -1]);
  expect(firstMissing(run(reasoned, say('', 2)))).toBe(4);
});

test('a note is stored by its own time beside the answer, trimmed', () => {
  const noted = run(start, say(' By the lift ', 5), say(' By the lift  ', 5));
  const change = { remarks: { 1: 'By the lift' }, remarkedAt: { 1: 6 } };
  expect(changeBetween(start, noted)).toEqual(change);
  expect(wholeChange(noted)).toMatchObject(change);
});

test('another device’s note comes in, and a note and an answer given here stay', () => {
  const here = run(start, choose(11, 5), say('Ours', 5));
  // The store has joined both.
  const stored = { ...draft, remarks: { 1: 'Ours', 5: 'Wedged' }, remarkedAt: { 1: 5, 5: 4 } };
  const state = run(here, { type: 'join', stored });
  expect(state.remarks).toEqual({ 1: 'Ours', 5: 'Wedged' });
  expect(state.progress[1]?.answerId).toBe(11);
});

test('a note that is too long stays on the screen, is not stored, and keeps the person here', () => {
  const long = 'n'.repeat(2_001);
  const pasted = run(start, choose(12), say('Short'), say(long));
  expect([currentRemark(pasted), pasted.remarks[1], canGoOn(pasted)]).toEqual([
    long,
    'Short',
    false,
  ]);
  expect(run(pasted, go(4)).index).toBe(0);
  const shortened = run(pasted, say(long.slice(1)), next);
  expect([shortened.index, shortened.remarks[1]?.length]).toEqual([4, 2_000]);
});

test('consecutive questions of one section are one, of those that are asked', () => {
  expect(hasSections(start)).toBe(true);
  expect(hasSections({ questions: [aQuestion(1)] })).toBe(false);
  expect(sectionsOf(start)).toEqual([
    { name: 'Arrival', places: [0] },
    { name: 'Safety', places: [4, 5] },
  ]);
  const between = { ...start, asked: [0, 1, 2, 3] };
  expect(sectionsOf(between).map(({ name }) => name)).toEqual(['Arrival', 'Spa']);
});

test('a section is marked in one act: what must be answered stays, critical ones get the reason', () => {
  const inSpa = run(start, choose(11), next, choose(22));
  const [, spa] = sectionsOf(inSpa);
  const change = forecast(inSpa, spa!);
  expect(change).toMatchObject({ places: [1, 2], answered: 1, needsReason: true });
  expect(change.stay.map(({ id }) => id)).toEqual([4]);
  const reason = 'Being rebuilt';
  const marking = { type: 'allNotApplicable', places: change.places, reason, at: 9 } as const;
  const marked = run(inSpa, { ...marking, is: true });
  expect([marked.progress[2], marked.progress[3]]).toEqual([na, na]);
  expect([marked.remarks, marked.index]).toEqual([{ 3: reason }, 3]);
  const back = run(marked, { ...marking, is: false });
  expect([back.progress[2], back.remarks[3], back.index]).toEqual([null, reason, 1]);
});

test('a re-assessment asks only its part, and what that depends on for context', () => {
  const part = openInterview({ ...draft, asked: [3, 5] });
  expect(part.asked).toEqual([0, 4]);
  expect(isForContext(part)).toBe(true);
  const shown = run(part, choose(11));
  expect(shown.asked).toEqual([0, 2, 4]);
  const after = run(shown, next);
  expect([after.index, isForContext(after)]).toEqual([2, false]);
});
