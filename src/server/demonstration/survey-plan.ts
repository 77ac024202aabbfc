import type { QuestionType } from '#domain/answers/answer-types.ts';
import type { KpeCategory, Question } from '#domain/surveys/question.ts';
import type { SurveyInput } from '#domain/surveys/survey.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';

/** A survey as this folder describes it, and when it was created, changed and activated. */
export type SurveyPlan = Pick<SurveyInput, 'title' | 'description' | 'category' | 'status'> & {
  /** How many days ago. */
  createdAt: number;
  updatedAt: number;
  /**
   * How many days ago each edition was made, first edition first; empty when the survey was never
   * active.
   */
  editions: readonly number[];
  rules?: SurveyRules;
  questions: readonly QuestionPlan[];
};

/**
 * A question. It is required unless `optional` is set. `options` maps each option's text to its
 * points, in order.
 */
export type QuestionPlan = Partial<
  Pick<Question, 'section' | 'guidance' | 'critical' | 'allowNa' | 'evidence'>
> & {
  ask: string;
  type: QuestionType;
  of: KpeCategory | null;
  weight?: number;
  optional?: true;
  options?: Readonly<Record<string, number>>;
  code?: string;
  /** The options that are a finding, or none, whatever their points. */
  findings?: Readonly<Record<string, boolean>>;
  /** The words of an earlier question, and of the options under which this one is asked. */
  showIf?: { ask: string } & ({ is: readonly string[] } | { isNot: readonly string[] });
  /** What people reply to a question that is answered in words. */
  replies?: readonly string[];
  /** The first edition with the question, when it is not edition 1. */
  since?: number;
  /** The last edition with the question, when it was dropped since. */
  until?: number;
  /** The wording in the first edition, when it was another. */
  askedAtFirst?: string;
};

export const fit = 'The Right Fit';
export const action = 'The Right Action';
export const environment = 'The Right Environment';
