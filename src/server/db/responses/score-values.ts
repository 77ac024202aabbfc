import type { Cause } from '#domain/scoring/causes.ts';
import type { ResponseScore } from '#domain/scoring/score-response.ts';
import { sqlType, type RowOf } from '#server/db/statements/statement-of-rows.ts';
import { sumsByColumn } from './score-columns.ts';

/**
 * The columns that hold the score of a response, with their types. A revision has the same columns. Only responses
 * have `marks` as well, because standards are counted by what is valid now (`marksOf`).
 */
export const scoreTypes = {
  /** The scored answers, as JSON. */
  answers: sqlType<string>('jsonb'),
  totalScore: sqlType<number>('integer'),
  maxScore: sqlType<number>('integer'),
  fitScore: sqlType<number>('integer'),
  fitMax: sqlType<number>('integer'),
  actionScore: sqlType<number>('integer'),
  actionMax: sqlType<number>('integer'),
  environmentScore: sqlType<number>('integer'),
  environmentMax: sqlType<number>('integer'),
  /** Points lost per question, in the edition's order. */
  lost: sqlType<(number | null)[]>('smallint[]'),
  /** The verdict; null where nothing is scored. */
  passed: sqlType<boolean | null>('boolean'),
  causes: sqlType<Cause[]>('text[]'),
  /** The places of the questions that are not applicable. */
  na: sqlType<number[]>('smallint[]'),
};
export type ScoreValues = RowOf<typeof scoreTypes>;

export const scoreColumns = Object.keys(scoreTypes) as readonly (keyof ScoreValues)[];

/** Returns the values of these columns for a scored response. */
export function scoreValues(score: ResponseScore): ScoreValues {
  return {
    ...sumsByColumn(score.categories),
    answers: JSON.stringify(score.answers),
    totalScore: score.totalScore,
    maxScore: score.maxScore,
    lost: [...score.lost],
    passed: score.passed,
    causes: [...score.causes],
    na: [...score.na],
  };
}
