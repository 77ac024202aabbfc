import { sql, type RawBuilder } from 'kysely';

import { bandCount } from '#domain/results/analytics.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import type { CategorySums } from '#domain/scoring/category-sums.ts';
import type { ResponseScore } from '#domain/scoring/score-response.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { columnName } from '#server/db/schema/column-name.ts';

/**
 * What the database computes from scores: the columns of the three categories, percentages, and the verdict on a
 * mean. The verdict on one response is stored with it, because the rules of its survey decide it. What is computed
 * here exists twice, here and in the domain (`verdict.ts`, `score-response.ts`). A test compares the two on random
 * responses.
 */

/** The columns of a response that hold the weighted sums of each category. */
export const categoryColumns = {
  'The Right Fit': { score: 'fitScore', max: 'fitMax' },
  'The Right Action': { score: 'actionScore', max: 'actionMax' },
  'The Right Environment': { score: 'environmentScore', max: 'environmentMax' },
} as const satisfies Record<KpeCategory, { score: string; max: string }>;

type Columns = (typeof categoryColumns)[KpeCategory];
export type SumColumn = Columns['score'] | Columns['max'];

/** All columns of sums: score and maximum of one category after the other. */
export const sumColumns: readonly SumColumn[] = kpeCategories.flatMap((category) => [
  categoryColumns[category].score,
  categoryColumns[category].max,
]);

/** The columns' names in the database, for statements that are written as text. */
export const sumColumnNames = sumColumns.map(columnName).join(', ');

/** Returns the values of the columns of sums for a scored response. */
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

/**
 * Returns the value of the column `marks`: one byte for each question of the edition, 0 where it was
 * not answered or counts nowhere, else {@link marks} of the domain. Standards are counted from it.
 */
export function marksOf({ lost, findings }: Pick<ResponseScore, 'lost' | 'findings'>): Buffer {
  const bytes = Buffer.from(lost.map((points) => (points === null ? 0 : marks.answered)));
  for (const place of findings) bytes[place] = marks.answered | marks.finding;
  return bytes;
}

/**
 * The band of ten percent in which a response's score lies; null when nothing is scored. It is computed in whole
 * numbers, so 79.96% is in the band below the pass line, as its verdict is. `least` ignores a null, so responses that
 * are not scored need the `case`.
 */
export const scoreBand = sql<number | null>`case when response.max_score > 0
  then least(${sql.lit(bandCount - 1)}, ${sql.lit(bandCount)}::bigint * response.total_score / response.max_score)::int end`;

/** The total divided by the maximum, 0 to 1; null when nothing is scored. */
export const ratio = sql<
  number | null
>`response.total_score::float8 / nullif(response.max_score, 0)`;

/**
 * True when a scored response has at least this percentage of its points. It compares whole
 * numbers, so that 79.96% is below 80.
 */
export function reaches(percent: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`100::bigint * response.total_score >= ${percent}::bigint * response.max_score`;
}

/** Whether anything could be scored, and whether the response passed by its survey's rules. */
export const isScored = sql<boolean>`response.max_score > 0`;
export const isPassed = sql<boolean>`response.passed`;

/** SQL of the verdict on a stored response. */
export const storedVerdict = sql<Verdict>`case when response.passed then 'Pass'
  when response.passed is null then 'Not scored' else 'Needs Review' end`;

/** Returns the verdict on a mean by the portfolio's line. It uses the exact mean, not the rounded percentage. */
export function verdictOfMean(exact: RawBuilder<number | null>, line: number): RawBuilder<Verdict> {
  return sql<Verdict>`case
    when ${exact} is null then 'Not scored'
    when ${exact} >= ${line}::int then 'Pass'
    else 'Needs Review' end`;
}

/**
 * Rounds a percentage to this many decimals, like `percentOf` in the domain: a half upwards, but a
 * value below the portfolio's line is never rounded up to it, nor one below 100 to 100.
 */
export function shownPercent(
  exact: RawBuilder<number | null>,
  decimals: 0 | 1,
  line: number,
): RawBuilder<number | null> {
  const places = sql.lit(decimals);
  const below = (bound: RawBuilder<unknown>) =>
    sql`least(round(${exact}, ${places}), ${bound} - power(10::numeric, -${places}))`;
  return sql<number | null>`case when ${exact} < ${line}::int then ${below(sql`${line}::int`)}
    when ${exact} < 100 then ${below(sql`100`)}
    else round(${exact}, ${places}) end`;
}

/**
 * Converts a mean of ratios to an exact percentage. Nine decimals are far more than anybody sees,
 * and few enough to remove the error of adding fractions: a mean of exactly 80 is 80.
 */
export const exactPercent = (meanRatio: RawBuilder<unknown>) =>
  sql<number | null>`round((100 * ${meanRatio})::numeric, 9)`;

/** The mean ratio over rows of sums, which have the sum of their ratios and the number of them. */
export const meanRatio = sql`(sum(ratios) / nullif(sum(scored), 0))`;

/** The mean percentage of the responses. */
export const exactMean = exactPercent(sql`avg(${ratio})`);
/** Returns SQL of {@link exactMean} rounded to one decimal, as it is shown. */
export const meanPercent = (line: number) => shownPercent(exactMean, 1, line);

/**
 * The weighted percentage of each category over summed responses, in the order of the categories.
 */
export function categoryPercents(line: number): RawBuilder<(number | null)[]> {
  const percents = kpeCategories.map((category) => {
    const { score, max } = categoryColumns[category];
    const exact = sql<number>`(100.0 * sum(${sql.ref(score)}) / nullif(sum(${sql.ref(max)}), 0))`;
    return shownPercent(exact, 1, line);
  });
  return sql`array[${sql.join(percents)}]`;
}
