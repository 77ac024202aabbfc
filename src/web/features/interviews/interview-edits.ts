import { withReason } from '#domain/interviews/sections.ts';
import type { Answer } from '#domain/answers/answer-type.ts';
import { answerTypes } from '#domain/answers/answer-types.ts';
import { isDealtWith, placesAsked, standingsNow } from '#domain/interviews/asked-now.ts';
import { longestNotes } from '#domain/interviews/merge-notes.ts';
import type { AnsweredAt, ProgressEntry } from '#domain/interviews/progress.ts';
import { longestNote } from '#domain/responses/further-fields.ts';
import { excessOf, longestFreeText } from '#domain/text.ts';

import {
  currentQuestion,
  type InterviewAction,
  type InterviewState,
  type Stored,
} from './interview-state.ts';

/**
 * Answers the current question. A text that is too long stays on the screen until it is shortened,
 * and the stored answer stays unchanged.
 */
export function answer(state: InterviewState, given: Answer, at: number): InterviewState {
  const question = currentQuestion(state);
  if (!question) return state;
  const { stores } = answerTypes[question.type];
  const answerId = stores === 'answerId' ? given.answerId : null;
  const text = stores === 'textValue' ? withoutNul(given.textValue ?? '') : '';
  const option = question.answers.find(({ id }) => id === answerId);
  if (answerId !== null && !option) return state;
  if (excessOf(text, longestFreeText) > 0) return tooLong(state, 'answer', text);
  const entry = { answerId, score: option?.score ?? 0, textValue: text === '' ? null : text };
  const isTakenBack = answerId === null && text === '';
  const others = withoutText(state, 'answer');
  return askNow(withEntry(others, question.id, isTakenBack ? null : entry, at));
}

/** The entry of a question that is not applicable. It holds no answer. */
const notApplicable = { answerId: null, score: 0, textValue: null, na: true } as const;

export function markNotApplicable(state: InterviewState, is: boolean, at: number): InterviewState {
  const question = currentQuestion(state);
  if (!question?.allowNa) return state;
  const others = withoutText(state, 'answer');
  return askNow(withEntry(others, question.id, is ? notApplicable : null, at));
}

type MarkAll = Extract<InterviewAction, { type: 'allNotApplicable' }>;

/** Marks the questions, and goes to the first one from there that is not dealt with. */
export function markAll(
  state: InterviewState,
  { places, is, reason, at }: MarkAll,
): InterviewState {
  let marked = state;
  for (const place of places) {
    const question = state.questions[place];
    if (!question?.allowNa) continue;
    marked = withEntry(marked, question.id, is ? notApplicable : null, at);
    const note = withReason(marked.remarks[question.id] ?? '', reason, longestNote);
    if (is && question.critical) marked = withRemark(marked, question.id, note, at);
  }
  const { asked, standings, ...others } = askNow(marked);
  const first = asked.find((place) => place >= (places[0] ?? 0) && !isDealtWith(standings[place]));
  return { ...others, asked, standings, index: first ?? asked.at(-1) ?? state.index };
}

export function remark(state: InterviewState, typed: string, at: number): InterviewState {
  const question = currentQuestion(state);
  const text = withoutNul(typed);
  if (!question) return state;
  if (excessOf(text, longestNote) > 0) return tooLong(state, 'remark', text);
  return withRemark(withoutText(state, 'remark'), question.id, text, at);
}

export function note(state: InterviewState, text: string): InterviewState {
  const notes = withoutNul(text);
  if (excessOf(notes, longestNotes) > 0) return tooLong(state, 'notes', notes);
  return { ...withoutText(state, 'notes'), notes };
}

type Text = keyof InterviewState['overlong'];

function tooLong(state: InterviewState, which: Text, text: string): InterviewState {
  return { ...state, overlong: { ...state.overlong, [which]: text } };
}

function withoutText(state: InterviewState, which: Text): InterviewState {
  const { [which]: _, ...overlong } = state.overlong;
  return { ...state, overlong };
}

/**
 * Removes U+0000, because PostgreSQL cannot store it and a pasted one would block the whole
 * interview.
 */
function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '');
}

/**
 * Returns a time for a new entry. It is later than the one that it replaces, even when the clock was
 * set back or both came in the same millisecond.
 */
function laterThan(before: number | undefined, at: number): number {
  return Math.max(at, (before ?? 0) + 1);
}

function withEntry(state: InterviewState, id: number, entry: ProgressEntry, at: number) {
  return {
    ...state,
    progress: { ...state.progress, [id]: entry },
    answeredAt: { ...state.answeredAt, [id]: laterThan(state.answeredAt[id], at) },
  };
}

function withRemark(state: InterviewState, id: number, text: string, at: number) {
  return {
    ...state,
    remarks: { ...state.remarks, [id]: text },
    remarkedAt: { ...state.remarkedAt, [id]: laterThan(state.remarkedAt[id], at) },
  };
}

/** Decides again what is asked, after answers have changed. */
export function askNow(state: InterviewState): InterviewState {
  const standings = standingsNow(state.questions, state.progress, state.only);
  return { ...state, standings, asked: placesAsked(standings) };
}

export function joined(state: InterviewState, stored: Stored): InterviewState {
  const { remarks = {}, remarkedAt = {} } = stored;
  const news = later(stored.progress, stored.answeredAt, state.answeredAt);
  const remarked = later(remarks, remarkedAt, state.remarkedAt);
  if (news.length + remarked.length === 0 && stored.notes === state.notes) return state;
  const joined = {
    ...state,
    remarks: { ...state.remarks, ...pick(remarked, remarks) },
    remarkedAt: { ...state.remarkedAt, ...pick(remarked, remarkedAt) },
    notes: stored.notes,
  };
  if (news.length === 0) return joined;
  const progress = { ...state.progress, ...pick(news, stored.progress) };
  const answeredAt = { ...state.answeredAt, ...pick(news, stored.answeredAt) };
  return askNow({ ...joined, progress, answeredAt });
}

/** Returns the ids of the stored entries that are later than ours. */
function later(stored: object, storedAt: AnsweredAt, at: AnsweredAt): string[] {
  return Object.keys(stored).filter((id) => (storedAt[id] ?? 0) > (at[id] ?? -1));
}

function pick<T>(ids: readonly string[], from: Record<string, T>): Record<string, T> {
  return Object.fromEntries(ids.flatMap((id) => (id in from ? [[id, from[id] as T]] : [])));
}
