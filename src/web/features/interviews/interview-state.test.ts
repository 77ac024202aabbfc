import { expect, test } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { firstMissing, marksOf, percentAnswered } from './questions/asked-questions.ts';
import { changeBetween } from './live-interview.ts';
import {
  canGoOn,
  currentEntry,
  currentNotes,
  isLast,
  shownAnswer,
  type InterviewAction,
  type InterviewState,
} from './interview-state.ts';
import { openInterview, reduceInterview } from './reduce-interview.ts';

function aQuestion(id: number, type: EditionQuestion['type'], required = true): EditionQuestion {
  const options = type === 'text' || type === 'textarea' ? [] : [1, 2, 3];
  return {
    ...{ id, type, required, text: `Question ${id}`, order: id, weight: 1, kpeCategory: null },
    answers: options.map((order) => ({
      ...{ id: id * 10 + order, text: `Option ${order}`, score: order, isCorrect: false, order },
    })),
  };
}

const questions = [aQuestion(1, 'radio'), aQuestion(2, 'checkbox', false), aQuestion(3, 'text')];
const draft = {
  edition: { surveyId: 1, number: 1, title: 'S', createdAt: '', questions },
  index: 0,
  progress: {},
  answeredAt: {},
  notes: '',
} as unknown as Draft;

const run = (state: InterviewState, ...actions: InterviewAction[]) =>
  actions.reduce(reduceInterview, state);
const start = openInterview(draft);
const asking = (asked: EditionQuestion[]) =>
  openInterview({ ...draft, edition: { ...draft.edition, questions: asked } });
const choose = (answerId: number | null, at = 1): InterviewAction => ({
  type: 'answer',
  answer: { answerId, textValue: null },
  at,
});
const write = (textValue: string, at = 1): InterviewAction => ({
  type: 'answer',
  answer: { answerId: null, textValue },
  at,
});

test('a radio answer replaces the choice; a choice taken again stays', () => {
  const state = run(start, choose(11), choose(13), choose(13));
  expect(currentEntry(state)).toEqual({ answerId: 13, score: 3, textValue: null });
});

test('an answer that is taken back is a null that counts as an answer given later', () => {
  const state = run({ ...start, index: 1 }, choose(21, 5), choose(null, 5));
  expect(state.progress).toEqual({ 2: null });
  expect(state.answeredAt[2]).toBe(6);
});

test('an option of another question is not chosen', () => {
  expect(run(start, choose(21))).toBe(start);
});

test('a text answer has no answer id and scores nothing', () => {
  const state = run({ ...start, index: 2 }, write('Fine\u0000', 1));
  expect(currentEntry(state)).toEqual({ answerId: null, score: 0, textValue: 'Fine' });
});

test('Next waits for a required answer, and white space is none', () => {
  expect(run(start, { type: 'next' }).index).toBe(0);
  expect(run(start, choose(11), { type: 'next' }, { type: 'next' }).index).toBe(2);
  const blank = run({ ...start, index: 2 }, write(' \n', 1));
  expect(canGoOn(blank)).toBe(false);
  expect(isLast(blank)).toBe(true);
});

test('Previous stops at the first question, Next at the last', () => {
  expect(run(start, { type: 'previous' }).index).toBe(0);
  const last = run({ ...start, index: 2 }, write('x', 1), { type: 'next' });
  expect(last.index).toBe(2);
});

test('what is written down is what changed, trimmed as the server stores it', () => {
  const before = { ...start, index: 2 };
  const after = run(before, write(' Fine ', 7), { type: 'note', notes: 'N' });
  expect(changeBetween(before, after)).toEqual({
    progress: { 3: { answerId: null, score: 0, textValue: 'Fine' } },
    answeredAt: { 3: 7 },
    notes: 'N',
  });
  expect(changeBetween(after, after)).toBeNull();
  expect(changeBetween(start, run(start, choose(11, 3), { type: 'next' }))).toEqual({
    progress: { 1: { answerId: 11, score: 1, textValue: null } },
    answeredAt: { 1: 3 },
    index: 1,
  });
});

test("another device's later answers come in; what is being typed here stays as it is", () => {
  const typing = run({ ...start, index: 2 }, write('Fine ', 9));
  const state = run(typing, {
    type: 'join',
    stored: {
      progress: {
        1: { answerId: 12, score: 2, textValue: null },
        3: { answerId: null, score: 0, textValue: 'Fine' },
      },
      answeredAt: { 1: 4, 3: 9 },
      notes: 'Theirs',
    },
  });
  expect(state.progress[1]?.answerId).toBe(12);
  expect(currentEntry(state)?.textValue).toBe('Fine ');
  expect(state.notes).toBe('Theirs');
});

test('nothing new leaves the state itself, so that nothing is drawn again', () => {
  const state = run(start, choose(11, 3));
  expect(run(state, { type: 'join', stored: { ...state } })).toBe(state);
});

test('progress counts answered questions of those asked', () => {
  const state = run(start, choose(11), { type: 'next' }, choose(21), choose(null, 2));
  expect(percentAnswered(state)).toBe(33);
  expect(percentAnswered(asking([]))).toBe(0);
});

test('tells the first required question without an answer', () => {
  expect(firstMissing(start)).toBe(0);
  const answered = run(start, choose(11));
  expect(firstMissing(answered)).toBe(2);
  expect(firstMissing(run(asking(questions.slice(0, 2)), choose(11)))).toBe(-1);
});

test('an index beyond the last question opens the last one', () => {
  expect(openInterview({ ...draft, index: 99 }).index).toBe(2);
});

test('a text that is too long stays whole on the screen, is not stored, and keeps Next closed', () => {
  const words = { ...start, index: 2 };
  const short = run(words, write('Fine', 1));
  const long = 'x'.repeat(20_001);
  const pasted = run(short, write(long, 2));
  expect(shownAnswer(pasted)).toEqual({ answerId: null, textValue: long });
  expect(currentEntry(pasted)?.textValue).toBe('Fine');
  expect(changeBetween(short, pasted)).toBeNull();
  expect(canGoOn(pasted)).toBe(false);
  expect(run(pasted, { type: 'previous' }).index).toBe(2);
  const shortened = run(pasted, write(long.slice(1), 3));
  expect(currentEntry(shortened)?.textValue).toHaveLength(20_000);
  expect(canGoOn(shortened)).toBe(true);
});

test('notes that are too long stay whole beside the answers, and are stored once they fit', () => {
  const long = 'n'.repeat(20_010);
  const pasted = run(
    start,
    choose(11),
    { type: 'note', notes: 'Short' },
    { type: 'note', notes: long },
  );
  expect([currentNotes(pasted), pasted.notes, canGoOn(pasted)]).toEqual([long, 'Short', false]);
  const joined = run(pasted, {
    type: 'join',
    stored: { progress: {}, answeredAt: {}, notes: 'From elsewhere' },
  });
  expect(currentNotes(joined)).toBe(long);
  const shortened = run(pasted, { type: 'note', notes: 'Shorter' });
  expect([currentNotes(shortened), canGoOn(shortened)]).toEqual(['Shorter', true]);
});

test('goes on from a question that a choice has settled', () => {
  const state = run(start, choose(11, 3), { type: 'goOn', from: 0 });
  expect([state.index, state.goneOn]).toEqual([1, 1]);
  expect(changeBetween(start, state)).toEqual({
    progress: { 1: { answerId: 11, score: 1, textValue: null } },
    answeredAt: { 1: 3 },
    index: 1,
  });
});

test('Previous undoes the going on, and the choice stays', () => {
  const state = run(start, choose(11), { type: 'goOn', from: 0 }, { type: 'previous' });
  expect(state.index).toBe(0);
  expect(currentEntry(state)?.answerId).toBe(11);
});

test('does not go on from a question that was left meanwhile, forwards or back', () => {
  const three = asking([1, 2, 3].map((id) => aQuestion(id, 'radio')));
  const second = run(three, choose(11), { type: 'next' }, choose(21));
  expect(run(second, { type: 'goOn', from: 0 })).toBe(second);
  const first = run(second, { type: 'previous' });
  expect(run(first, { type: 'goOn', from: 1 })).toBe(first);
});

test('never goes on from the last question, which would complete the interview', () => {
  const only = asking(questions.slice(0, 1));
  const chosen = run(only, choose(11));
  expect(run(chosen, { type: 'goOn', from: 0 })).toBe(chosen);
});

test('does not go on without an answer, past a text, or past a choice that can be taken back', () => {
  expect(run(start, { type: 'goOn', from: 0 })).toBe(start);
  const box = run({ ...start, index: 1 }, choose(21));
  expect(run(box, { type: 'goOn', from: 1 })).toBe(box);
  const four = [...questions, aQuestion(4, 'scale')];
  const words = run({ ...asking(four), index: 2 }, write('Fine'));
  expect(run(words, { type: 'goOn', from: 2 })).toBe(words);
});

test('does not go on while notes are too long to be saved', () => {
  const pasted = run(start, choose(11), { type: 'note', notes: 'n'.repeat(20_001) });
  expect(run(pasted, { type: 'goOn', from: 0 })).toBe(pasted);
});

test('the list of questions tells what is answered, skipped, and not come to yet', () => {
  expect(marksOf(start)).toEqual(['open', 'open', 'open']);
  const third = run(start, choose(11), { type: 'go', index: 2 });
  expect(marksOf(third)).toEqual(['answered', 'skipped', 'open']);
  const back = run(third, write('x'), { type: 'go', index: 0 });
  expect(marksOf(back)).toEqual(['answered', 'skipped', 'answered']);
});

test('a camera that was open when the page ended leads back to its question', () => {
  const opened = run(start, { type: 'go', index: 1 }, { type: 'await' });
  expect(changeBetween(start, opened)).toEqual({ index: 1, awaiting: 2 });
  const again = openInterview({ ...draft, index: 0, awaiting: 2 });
  expect([again.index, again.awaiting]).toEqual([1, { questionId: 2, isLost: true }]);
  expect(run(again, { type: 'await' }).awaiting).toEqual({ questionId: 2, isLost: false });
});

test.each<InterviewAction>([
  { type: 'arrived' },
  { type: 'previous' },
  { type: 'next' },
  { type: 'go', index: 2 },
])('nothing is awaited after $type', (action) => {
  const opened = openInterview({ ...draft, awaiting: 2 });
  const after = run(opened, action);
  expect(after.awaiting).toBeNull();
  expect(changeBetween(opened, after)).toMatchObject({ awaiting: null });
});

test('an answer, a note and a closed draft leave what is awaited as it is', () => {
  const opened = openInterview({ ...draft, awaiting: 2 });
  const after = run(opened, choose(21), { type: 'note', notes: 'Calm' });
  expect(after.awaiting).toBe(opened.awaiting);
  expect(changeBetween(opened, after)).not.toHaveProperty('awaiting');
  expect(run(start, { type: 'arrived' })).toBe(start);
  // The survey no longer has this question.
  expect(openInterview({ ...draft, awaiting: 99 })).toMatchObject({ index: 0, awaiting: null });
});

test('a question whose waiver has ended since the interview was opened needs an answer before it is completed', () => {
  const [beginsAt, endsAt] = [Date.now() - 1_000, Date.now() + 60_000];
  const waiver = { key: 'id:1', reason: 'No lift', validTo: '2026-03-31' };
  const held = { ...waiver, beginsAt: iso(beginsAt), endsAt: iso(endsAt) };
  const opened = openInterview({ ...draft, waivers: [held] });
  const before = run({ ...opened, index: 2 }, write('Fine'));
  expect([before.standings[0], firstMissing(before)]).toEqual(['waived', -1]);
  expect(run(before, { type: 'completing', at: endsAt - 1 })).toBe(before);
  const after = run(before, { type: 'completing', at: endsAt });
  expect([after.standings[0], firstMissing(after)]).toEqual(['unanswered', 0]);
});

const iso = (time: number) => new Date(time).toISOString();
