import type { Answer } from '#domain/answers/answer-type.ts';
import { answerTypes, isSettledByChoice } from '#domain/answers/answer-types.ts';
import { isDealtWith, placesAsked, standingsNow } from '#domain/interviews/asked-now.ts';
import { longestNotes } from '#domain/interviews/merge-notes.ts';
import type { AnsweredAt, ProgressEntry } from '#domain/interviews/progress.ts';
import { withReason } from '#domain/interviews/sections.ts';
import { longestNote } from '#domain/responses/further-fields.ts';
import { usesRules } from '#domain/surveys/uses-rules.ts';
import { excessOf, longestFreeText } from '#domain/text.ts';
import { questionsAt } from '#domain/waivers/asked-with-waivers.ts';
import { pick } from '#web/lib/pick.ts';
import type { Draft } from '#web/offline/store/records.ts';

import {
  canGoOn,
  currentQuestion,
  isOverlong,
  isStuck,
  nextPlace,
  previousPlace,
  type InterviewAction,
  type InterviewState,
  type Stored,
} from './interview-state.ts';
import { isEvidenceWanted } from './complete/wanted-evidence.ts';

export function openInterview(draft: Draft): InterviewState {
  const { edition, progress, answeredAt, remarks = {}, remarkedAt = {}, notes } = draft;
  const { rules } = edition;
  const questions = questionsAt(draft, Date.now());
  const awaited = questions.findIndex(({ id }) => id === draft.awaiting);
  const index = awaited < 0 ? draft.index : awaited;
  const awaiting = awaited < 0 ? null : { questionId: draft.awaiting ?? 0, isLost: true };
  const saved = { index, progress, answeredAt, remarks, remarkedAt, notes, awaiting };
  const asks = {
    questions,
    madeOf: draft,
    rules,
    only: draft.asked,
    usesRules: usesRules(edition),
  };
  const opened = { ...saved, ...asks };
  return onAsked(askNow({ ...opened, standings: [], asked: [], overlong: {}, goneOn: 0 }));
}

export function reduceInterview(state: InterviewState, action: InterviewAction): InterviewState {
  const after = act(state, action);
  // A person who leaves the question no longer waits for a picture.
  return after.index === state.index || !after.awaiting ? after : { ...after, awaiting: null };
}

function act(state: InterviewState, action: InterviewAction): InterviewState {
  switch (action.type) {
    case 'answer':
      return answer(state, action.answer, action.at);
    case 'notApplicable':
      return markNotApplicable(state, action.is, action.at);
    case 'allNotApplicable':
      return markAll(state, action);
    case 'remark':
      return remark(state, action.text, action.at);
    case 'next':
      return canGoOn(state) ? { ...state, index: nextPlace(state) ?? state.index } : state;
    case 'goOn':
      return goOn(state, action.from);
    case 'previous':
      return goTo(state, previousPlace(state) ?? state.index);
    case 'go':
      return goTo(state, action.index);
    case 'note':
      return note(state, action.notes);
    case 'completing':
      return withWaiversAt(state, action.at);
    case 'await':
      return awaitFile(state);
    case 'arrived':
      return state.awaiting ? { ...state, awaiting: null } : state;
    case 'join':
      return onAsked(joined(state, action.stored));
  }
}

function awaitFile(state: InterviewState): InterviewState {
  const questionId = currentQuestion(state)?.id;
  return questionId === undefined ? state : { ...state, awaiting: { questionId, isLost: false } };
}

/**
 * Goes to a question, unless the answer or its note is too long. Such a text is not stored, so
 * leaving would lose it.
 */
function goTo(state: InterviewState, index: number): InterviewState {
  return isStuck(state) ? state : { ...state, index };
}

/**
 * Goes on from a question after a choice (rule 61). It does nothing when the person has left the
 * question meanwhile, has removed the choice, or has typed notes that are too long, or when the answer
 * wants evidence. It never leaves the last question, because the next step there completes the
 * interview.
 */
function goOn(state: InterviewState, from: number): InterviewState {
  const question = currentQuestion(state);
  const index = nextPlace(state);
  if (state.index !== from || !question || index === undefined || isOverlong(state)) return state;
  if (!isSettledByChoice(question) || state.standings[from] !== 'answered') return state;
  if (isEvidenceWanted(state)) return state;
  return { ...state, index, goneOn: state.goneOn + 1 };
}

/** If the current question is not asked, or no longer asked, goes on to one that is. */
function onAsked(state: InterviewState): InterviewState {
  const { asked, index } = state;
  if (asked.includes(index)) return state;
  return goTo(state, nextPlace(state) ?? asked.at(-1) ?? 0);
}

/**
 * Answers the current question. A text that is too long stays on the screen until it is shortened,
 * and the stored answer stays unchanged.
 */
function answer(state: InterviewState, given: Answer, at: number): InterviewState {
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

function markNotApplicable(state: InterviewState, is: boolean, at: number): InterviewState {
  const question = currentQuestion(state);
  if (!question?.allowNa) return state;
  const others = withoutText(state, 'answer');
  return askNow(withEntry(others, question.id, is ? notApplicable : null, at));
}

type MarkAll = Extract<InterviewAction, { type: 'allNotApplicable' }>;

/** Marks the questions, then goes to the next question that is not dealt with. */
function markAll(state: InterviewState, { places, is, reason, at }: MarkAll): InterviewState {
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

function remark(state: InterviewState, typed: string, at: number): InterviewState {
  const question = currentQuestion(state);
  const text = withoutNul(typed);
  if (!question) return state;
  if (excessOf(text, longestNote) > 0) return tooLong(state, 'remark', text);
  return withRemark(withoutText(state, 'remark'), question.id, text, at);
}

function note(state: InterviewState, text: string): InterviewState {
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

/** Decides again what is waived. A waiver ends, or begins, at midnight of the installation's time zone. */
function withWaiversAt(state: InterviewState, at: number): InterviewState {
  const questions = questionsAt(state.madeOf, at);
  const isSame = questions.every(
    ({ waived }, place) => !waived === !state.questions[place]?.waived,
  );
  return isSame ? state : askNow({ ...state, questions });
}

/** Decides again what is asked, after answers have changed. */
function askNow(state: InterviewState): InterviewState {
  const standings = standingsNow(state.questions, state.progress, state.only);
  return { ...state, standings, asked: placesAsked(standings) };
}

function joined(state: InterviewState, stored: Stored): InterviewState {
  const { remarks = {}, remarkedAt = {} } = stored;
  const news = differing(stored.progress, stored.answeredAt, state.answeredAt);
  const remarked = differing(remarks, remarkedAt, state.remarkedAt);
  if (news.length + remarked.length === 0 && stored.notes === state.notes) return state;
  const joined = {
    ...state,
    remarks: { ...state.remarks, ...pick(remarks, remarked) },
    remarkedAt: { ...state.remarkedAt, ...pick(remarkedAt, remarked) },
    notes: stored.notes,
  };
  if (news.length === 0) return joined;
  const progress = { ...state.progress, ...pick(stored.progress, news) };
  const answeredAt = { ...state.answeredAt, ...pick(stored.answeredAt, news) };
  return askNow({ ...joined, progress, answeredAt });
}

/**
 * Returns the ids of the stored entries that are not ours, by their times. The store has everything of
 * ours, and has joined it with the other devices' entries. An entry's time may also become earlier
 * (`copies.ts`).
 */
function differing(stored: object, storedAt: AnsweredAt, at: AnsweredAt): string[] {
  return Object.keys(stored).filter((id) => (storedAt[id] ?? 0) !== at[id]);
}
