import { sql, type RawBuilder } from 'kysely';

import type { CategorySums } from '#domain/scoring/score-response.ts';
import { passLine, type Verdict } from '#domain/scoring/verdict.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { columnName } from './column-name.ts';

/**
 * What a score means, as the database computes it: the pass line, the columns of the three
 * categories, and percents. All of it stands here and in the domain (`verdict.ts`,
 * `score-response.ts`), once each; a test compares the two on random responses.
 */

/** Where the weighted sums of each category stand in a response. */
export const categoryColumns = {
  'The Right Fit': { score: 'fitScore', max: 'fitMax' },
  'The Right Action': { score: 'actionScore', max: 'actionMax' },
  'The Right Environment': { score: 'environmentScore', max: 'environmentMax' },
} as const satisfies Record<KpeCategory, { score: string; max: string }>;

type Columns = (typeof categoryColumns)[KpeCategory];
export type SumColumn = Columns['score'] | Columns['max'];

/** All of them: score and maximum of one category after the other. */
export const sumColumns: readonly SumColumn[] = kpeCategories.flatMap((category) => [
  categoryColumns[category].score,
  categoryColumns[category].max,
]);

/** Their names in the database, for statements that are written as text. */
export const sumColumnNames = sumColumns.map(columnName).join(', ');

/** What the columns hold of a scored response. */
export function sumsByColumn(
  categories: Readonly<Record<KpeCategory, CategorySums>>,
): Record<SumColumn, number> {
  const entries = kpeCategories.flatMap((category) => {
    const { score, max } = categoryColumns[category];
    const sums = categories[category];
    return [[score, sums.score] as const, [max, sums.maximum] as const];
  });
  return Object.fromEntries(entries) as Record<SumColumn, number>;
}

/** Total of maximum, 0 to 1; null where nothing is scored. */
export const ratio = sql<
  number | null
>`response.total_score::float8 / nullif(response.max_score, 0)`;

/**
 * Whether a scored response has this percent of its points or more. Whole numbers on both sides, so
 * that 79.96 % is below 80.
 */
export function reaches(percent: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`100::bigint * response.total_score >= ${percent}::bigint * response.max_score`;
}

const line = sql.lit(passLine);

/** Whether something could be scored, and whether it passed. */
export const isScored = sql<boolean>`response.max_score > 0`;
export const isPassed = sql<boolean>`(${isScored} and ${reaches(line)})`;

/** The verdict on a mean: on the mean itself, not on its rounded percent. */
export function verdictOfMean(exact: RawBuilder<number | null>): RawBuilder<Verdict> {
  return sql<Verdict>`case
    when ${exact} is null then 'Not scored'
    when ${exact} >= ${line} then 'Pass'
    else 'Needs Review' end`;
}

/**
 * A percent that the database computed, rounded to so many decimals as `percentOf` in the domain
 * rounds: a half upwards, but what is below the pass line is never rounded up to it.
 */
export function shownPercent(
  exact: RawBuilder<number | null>,
  decimals: 0 | 1,
): RawBuilder<number | null> {
  const places = sql.lit(decimals);
  return sql<number | null>`case when ${exact} < ${line}
    then least(round(${exact}, ${places}), ${line} - power(10::numeric, -${places}))
    else round(${exact}, ${places}) end`;
}

/**
 * A mean of ratios in percent. Nine decimals are far more than anybody sees, and far fewer than
 * adding up fractions may be wrong by: a mean of exactly 80 is 80.
 */
export const exactPercent = (meanRatio: RawBuilder<unknown>) =>
  sql<number | null>`round((100 * ${meanRatio})::numeric, 9)`;

/** The weighted percent of each category over summed responses, in the categories' order. */
export const categoryPercents = sql<(number | null)[]>`array[${sql.join(
  kpeCategories.map((category) => {
    const { score, max } = categoryColumns[category];
    return shownPercent(sql`(100.0 * sum(${sql.ref(score)}) / nullif(sum(${sql.ref(max)}), 0))`, 1);
  }),
)}]`;
