import type { Answer } from '#domain/answers/answer-type.ts';
import type { AskedIds } from '#domain/interviews/asked-now.ts';
import type { AnsweredAt, Progress, ProgressEntry, Remarks } from '#domain/interviews/progress.ts';
import { stillNeeds } from '#domain/interviews/still-needs.ts';
import type { Standing } from '#domain/scoring/standing.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import type { InterviewQuestion } from '#domain/waivers/asked-with-waivers.ts';
import type { Draft } from '#web/offline/store/records.ts';

/**
 * An open interview as the screen has it. While the interview is open, the screen's state decides,
 * and each change is saved.
 */
export type InterviewState = {
  readonly questions: readonly InterviewQuestion[];
  /** The edition and the hotel's waivers, of which `questions` are made. */
  readonly madeOf: Pick<Draft, 'edition' | 'waivers'>;
  readonly rules: Edition['rules'];
  /** The ids of the questions that a re-assessment asks again; undefined where all are asked. */
  readonly only: AskedIds;
  /** True when the survey uses rules of asking or scoring: its answers can then have notes. */
  readonly usesRules: boolean;
  readonly index: number;
  readonly progress: Progress;
  readonly answeredAt: AnsweredAt;
  /** The notes on single answers, by question. */
  readonly remarks: Remarks;
  readonly remarkedAt: AnsweredAt;
  /** The notes of the whole interview. */
  readonly notes: string;
  /** What has become of each question so far. It changes with the answers alone. */
  readonly standings: readonly Standing[];
  /** The places of the questions that are asked now, from 0. */
  readonly asked: readonly number[];
  /** Texts that are too long to be stored. The fields show them instead of the stored ones. */
  readonly overlong: { readonly [Text in 'answer' | 'remark' | 'notes']?: string };
  /**
   * The question for which the camera or a file chooser is open, until it brings a file or is closed.
   * It is `lost` when the phone closed the page meanwhile, and nothing arrived.
   */
  readonly awaiting: { readonly questionId: number; readonly isLost: boolean } | null;
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
  /** Marks the current question not applicable, or takes that back. */
  | { type: 'notApplicable'; is: boolean; at: number }
  /** Does the same with several questions. Critical ones get the reason as their note. */
  | { type: 'allNotApplicable'; places: readonly number[]; is: boolean; reason: string; at: number }
  /** Changes the note on the current question's answer. */
  | { type: 'remark'; text: string; at: number }
  | { type: 'next' }
  /** Goes on from this question after a choice. The person may have left the question meanwhile. */
  | { type: 'goOn'; from: number }
  | { type: 'previous' }
  /** Goes to this question, even when the current one still needs an answer. */
  | { type: 'go'; index: number }
  | { type: 'note'; notes: string }
  /**
   * Looks which waivers are in force at this moment, before the interview is completed. One may have
   * ended since the interview was opened, and its question then needs an answer.
   */
  | { type: 'completing'; at: number }
  /** Notes that the camera or a file chooser opens for the current question. */
  | { type: 'await' }
  /** Notes that the camera or chooser brought a file, or was closed. */
  | { type: 'arrived' }
  /**
   * Joins the stored interview, which contains all our changes and perhaps answers from other
   * devices.
   */
  | { type: 'join'; stored: Stored };

/** The stored interview. */
export type Stored = Pick<Draft, 'progress' | 'answeredAt' | 'remarks' | 'remarkedAt' | 'notes'>;

export function currentQuestion(state: InterviewState): InterviewQuestion | undefined {
  return state.questions[state.index];
}

export function currentEntry(state: InterviewState): ProgressEntry {
  return state.progress[currentQuestion(state)?.id ?? 0] ?? null;
}

/** Returns the place of the next question that is asked; undefined at the last one. */
export function nextPlace({ asked, index }: InterviewState): number | undefined {
  return asked.find((place) => place > index);
}

/** Returns the place of the question before; undefined at the first one. */
export function previousPlace({ asked, index }: InterviewState): number | undefined {
  return asked.findLast((place) => place < index);
}

export function isLast(state: InterviewState): boolean {
  return nextPlace(state) === undefined;
}

/**
 * Returns whether the person can press Next: not while a required question has no answer, a reason is missing,
 * or a text is too long to be stored.
 */
export function canGoOn(state: InterviewState): boolean {
  return !isOverlong(state) && !isMissing(state, state.index);
}

/**
 * Returns whether the question still needs something before the interview can be completed: its
 * answer, or the reason why a critical question is not applicable.
 */
export function isMissing(state: InterviewState, place: number): boolean {
  return needOf(state, place) !== null;
}

/** Returns whether a critical question is not applicable without a reason in its note. */
export function needsReason(state: InterviewState, place: number): boolean {
  return needOf(state, place) === 'reason';
}

function needOf({ questions, standings, remarks }: InterviewState, place: number) {
  const question = questions[place];
  return question ? stillNeeds(question, standings[place], remarks) : null;
}

/** Returns whether a text on the screen is too long and therefore not saved. */
export function isOverlong({ overlong }: InterviewState): boolean {
  return Object.keys(overlong).length > 0;
}

/**
 * Returns whether the text that is too long belongs to the current question. Leaving the question would lose
 * it.
 */
export function isStuck({ overlong }: InterviewState): boolean {
  return overlong.answer !== undefined || overlong.remark !== undefined;
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

/** Returns the note to show on the current question's answer. */
export function currentRemark(state: InterviewState): string {
  return state.overlong.remark ?? state.remarks[currentQuestion(state)?.id ?? 0] ?? '';
}
