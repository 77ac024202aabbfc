import type { Answer } from '#domain/answers/answer-type.ts';
import { answerTypes, hasAnswer, isSettledByChoice } from '#domain/answers/answer-types.ts';
import { longestNotes } from '#domain/interviews/merge-notes.ts';
import {
  percentComplete,
  type AnsweredAt,
  type Progress,
  type ProgressEntry,
} from '#domain/interviews/progress.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { excessOf, longestFreeText } from '#domain/text.ts';
import type { Draft } from '#web/offline/database.ts';
import type { DraftChange } from '#web/offline/drafts.ts';

/**
 * An open interview as the screen has it. The screen's state is the truth while the interview is
 * open, and each change is saved.
 */
export type InterviewState = {
  readonly questions: readonly EditionQuestion[];
  readonly index: number;
  readonly progress: Progress;
  readonly answeredAt: AnsweredAt;
  readonly notes: string;
  /** Texts that are too long to be stored. The fields show them instead of the stored ones. */
  readonly overlong: { readonly answer?: string; readonly notes?: string };
  /**
   * How often the interview has gone on by itself after a choice. After each time, the buttons and
   * options of the next question ignore presses for a moment, because a press was meant for the
   * question before.
   */
  readonly goneOn: number;
};

export type InterviewAction =
  /** Answers the current question, or removes its answer. `at` is in milliseconds since 1970. */
  | { type: 'answer'; answer: Answer; at: number }
  | { type: 'next' }
  /** Goes on from this question after a choice. The person may have left the question meanwhile. */
  | { type: 'goOn'; from: number }
  | { type: 'previous' }
  /** Goes to this question, even when the current one still needs an answer. */
  | { type: 'go'; index: number }
  | { type: 'note'; notes: string }
  /**
   * Joins the stored interview, which contains all our changes and perhaps answers from other
   * devices.
   */
  | { type: 'join'; stored: Pick<Draft, 'progress' | 'answeredAt' | 'notes'> };

export function openInterview(draft: Draft): InterviewState {
  const { edition, index, progress, answeredAt, notes } = draft;
  const last = Math.max(0, edition.questions.length - 1);
  return {
    ...{ progress, answeredAt, notes },
    questions: edition.questions,
    index: Math.min(index, last),
    overlong: {},
    goneOn: 0,
  };
}

export function reduceInterview(state: InterviewState, action: InterviewAction): InterviewState {
  switch (action.type) {
    case 'answer':
      return answer(state, action.answer, action.at);
    case 'next':
      return canGoOn(state) && !isLast(state) ? { ...state, index: state.index + 1 } : state;
    case 'goOn':
      return goOn(state, action.from);
    case 'previous':
      return goTo(state, Math.max(0, state.index - 1));
    case 'go':
      return goTo(state, action.index);
    case 'note':
      return note(state, withoutNul(action.notes));
    case 'join':
      return joined(state, action.stored);
  }
}

/** Returns the difference between two states as a change to store, or null when there is none. */
export function changeBetween(before: InterviewState, after: InterviewState): DraftChange | null {
  const given = Object.keys(after.answeredAt).filter(
    (id) => after.answeredAt[id] !== before.answeredAt[id],
  );
  const change: DraftChange = {
    ...(given.length > 0 && {
      progress: Object.fromEntries(given.map((id) => [id, trimmed(after.progress[id] ?? null)])),
      answeredAt: Object.fromEntries(given.map((id) => [id, after.answeredAt[id] ?? 0])),
    }),
    ...(before.index !== after.index && { index: after.index }),
    ...(before.notes !== after.notes && { notes: after.notes }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Returns the whole interview as a change, to be joined with what is stored. */
export function wholeChange({ progress, answeredAt, index, notes }: InterviewState): DraftChange {
  const entries = Object.entries(progress).map(([id, entry]) => [id, trimmed(entry)] as const);
  return { progress: Object.fromEntries(entries), answeredAt, index, notes };
}

export function currentQuestion(state: InterviewState): EditionQuestion | undefined {
  return state.questions[state.index];
}

export function currentEntry(state: InterviewState): ProgressEntry {
  return state.progress[currentQuestion(state)?.id ?? 0] ?? null;
}

export function isLast(state: InterviewState): boolean {
  return state.index >= state.questions.length - 1;
}

/**
 * Can the person press Next? Not while a required question has no answer, nor while a text is too
 * long to be stored.
 */
export function canGoOn(state: InterviewState): boolean {
  if (isOverlong(state)) return false;
  const question = currentQuestion(state);
  return !question?.required || hasAnswer(question, currentEntry(state));
}

/** Is a text on the screen too long, and therefore not saved? */
export function isOverlong({ overlong }: InterviewState): boolean {
  return overlong.answer !== undefined || overlong.notes !== undefined;
}

/**
 * Returns the answer to show for the current question. A text that is too long shows as it was
 * typed.
 */
export function shownAnswer(state: InterviewState): Answer | null {
  const { answer } = state.overlong;
  return answer === undefined ? currentEntry(state) : { answerId: null, textValue: answer };
}

/** Returns the text to show in the notes field. */
export function currentNotes({ overlong, notes }: InterviewState): string {
  return overlong.notes ?? notes;
}

/**
 * Returns the index of the first required question without an answer, or -1. Such a question can be
 * an earlier one, when its answer was removed on another device or the person jumped over it.
 */
export function firstMissing({ questions, progress }: InterviewState): number {
  return questions.findIndex(
    (question) => question.required && !hasAnswer(question, progress[question.id]),
  );
}

/** Returns the indexes of the questions without an answer. */
export function findUnanswered({ questions, progress }: InterviewState): number[] {
  return questions.flatMap((question, index) =>
    hasAnswer(question, progress[question.id]) ? [] : [index],
  );
}

export type QuestionMark = 'answered' | 'skipped' | 'open';

/**
 * Returns each question's mark for the list of questions. A `skipped` question has no answer,
 * although a later question has one or is being asked. An `open` question has not been reached.
 */
export function marksOf({ questions, progress, index }: InterviewState): QuestionMark[] {
  const isAnswered = questions.map((question) => hasAnswer(question, progress[question.id]));
  const furthest = Math.max(index, isAnswered.lastIndexOf(true));
  return isAnswered.map((is, place) => (is ? 'answered' : place < furthest ? 'skipped' : 'open'));
}

/** Returns the percentage of questions that are answered. */
export function percentAnswered({ questions, progress }: InterviewState): number {
  const real = questions
    .filter((question) => hasAnswer(question, progress[question.id]))
    .map(({ id }) => [String(id), progress[id] ?? null] as const);
  return percentComplete(Object.fromEntries(real), questions.length);
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
  const { notes } = state.overlong;
  const others = notes === undefined ? {} : { notes };
  if (excessOf(text, longestFreeText) > 0)
    return { ...state, overlong: { ...others, answer: text } };
  const entry = { answerId, score: option?.score ?? 0, textValue: text === '' ? null : text };
  const isTakenBack = answerId === null && text === '';
  return answered({ ...state, overlong: others }, isTakenBack ? null : entry, at);
}

function note(state: InterviewState, notes: string): InterviewState {
  const { answer } = state.overlong;
  const others = answer === undefined ? {} : { answer };
  if (excessOf(notes, longestNotes) > 0) return { ...state, overlong: { ...others, notes } };
  return { ...state, notes, overlong: others };
}

/**
 * Goes to a question, unless the answer is too long. Such an answer is not stored, so leaving would
 * lose it.
 */
function goTo(state: InterviewState, index: number): InterviewState {
  return state.overlong.answer === undefined ? { ...state, index } : state;
}

/**
 * Goes on from a question after a choice (rule 61). It does nothing when the person has left the
 * question meanwhile, has removed the choice, or has typed notes that are too long. It never leaves
 * the last question, because the next step there completes the interview.
 */
function goOn(state: InterviewState, from: number): InterviewState {
  const question = currentQuestion(state);
  if (state.index !== from || !question || isLast(state) || isOverlong(state)) return state;
  if (!isSettledByChoice(question) || !hasAnswer(question, currentEntry(state))) return state;
  return { ...state, index: from + 1, goneOn: state.goneOn + 1 };
}

/**
 * Removes U+0000, because PostgreSQL cannot store it and a pasted one would block the whole
 * interview.
 */
function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '');
}

/** Removes white space around the text, as the server does when it stores an answer. */
function trimmed(entry: ProgressEntry): ProgressEntry {
  if (entry?.textValue == null) return entry;
  const textValue = entry.textValue.trim();
  return textValue === '' ? null : { ...entry, textValue };
}

function answered(state: InterviewState, entry: ProgressEntry, at: number): InterviewState {
  const id = currentQuestion(state)?.id;
  if (id === undefined) return state;
  // Each answer gets a later time than the one it replaces, even when the clock was set back or
  // both came in the same millisecond.
  const time = Math.max(at, (state.answeredAt[id] ?? 0) + 1);
  return {
    ...state,
    progress: { ...state.progress, [id]: entry },
    answeredAt: { ...state.answeredAt, [id]: time },
  };
}

function joined(
  state: InterviewState,
  stored: Pick<Draft, 'progress' | 'answeredAt' | 'notes'>,
): InterviewState {
  const news = Object.keys(stored.progress).filter(
    (id) => (stored.answeredAt[id] ?? 0) > (state.answeredAt[id] ?? -1),
  );
  if (news.length === 0 && stored.notes === state.notes) return state;
  const pick = <T>(from: Record<string, T>) =>
    Object.fromEntries(news.flatMap((id) => (id in from ? [[id, from[id] as T]] : [])));
  return {
    ...state,
    progress: { ...state.progress, ...pick(stored.progress) },
    answeredAt: { ...state.answeredAt, ...pick(stored.answeredAt) },
    notes: stored.notes,
  };
}
