import type { QuestionType } from '#domain/answers/answer-types.ts';
import type { KpeCategory } from '#domain/surveys/question.ts';
import type { SurveyInput } from '#domain/surveys/survey.ts';

/** A survey as it is written down here, and when what happened to it. */
export type SurveyPlan = Pick<SurveyInput, 'title' | 'description' | 'category' | 'status'> & {
  /** Days ago. */
  createdAt: number;
  updatedAt: number;
  /** Days ago, the first edition first; none where the survey never was active. */
  editions: readonly number[];
  questions: readonly QuestionPlan[];
};

/** Required unless `optional`. `options` give points by their text, in their order. */
export type QuestionPlan = {
  ask: string;
  type: QuestionType;
  of: KpeCategory | null;
  weight?: number;
  optional?: true;
  options?: Readonly<Record<string, number>>;
  /** What people say, where they answer in their own words. */
  replies?: readonly string[];
  /** The edition that brought the question, if not the first. */
  since?: number;
  /** The last edition that asked it, if it was dropped since. */
  until?: number;
  /** How the first edition put it, if in other words. */
  askedAtFirst?: string;
};

export const fit = 'The Right Fit';
export const action = 'The Right Action';
export const environment = 'The Right Environment';
