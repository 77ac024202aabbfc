import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { CategorySums } from '#domain/scoring/category-sums.ts';
import { passLine, percentOf, verdictOf, type Points } from '#domain/scoring/verdict.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import type { OpenDatabase } from '#server/db/connection/connect.ts';
import {
  categoryPercents,
  exactPercent,
  isScored,
  ratio,
  shownPercent,
  sumColumnNames,
  sumsByColumn,
  verdictOfMean,
} from './score-columns.ts';

/** Compares what the database computes from scores with what the domain computes. */
let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Makes points near the pass line as often as any others. */
const points = fc
  .tuple(fc.nat(10_000_000), fc.nat(10_000_000), fc.integer({ min: -2, max: 2 }), fc.boolean())
  .map(([maximum, any, off, isNear]) => {
    const score = isNear ? Math.ceil((passLine * maximum) / 100) + off : any % (maximum + 1);
    return { score: Math.max(0, Math.min(maximum, score)), maximum };
  });
type Scored = Points & { categories: Record<KpeCategory, CategorySums> };
const responses = fc.array(
  fc
    .tuple(points, ...kpeCategories.map(() => fc.oneof(points, fc.constant(nothing()))))
    .map(([whole, ...sums]): Scored => {
      const categories = Object.fromEntries(
        kpeCategories.map((category, place) => [category, sums[place]]),
      ) as Scored['categories'];
      return { totalScore: whole.score, maxScore: whole.maximum, categories };
    }),
  { minLength: 1, maxLength: 60 },
);

function nothing(): CategorySums {
  return { score: 0, maximum: 0 };
}

/** Returns the responses as rows with the database's own types. */
const rowsOf = (all: readonly Scored[]) => {
  const columns = ['total_score', 'max_score', ...sumColumnNames.split(', ')];
  const rows = all.map(
    ({ totalScore, maxScore, categories }) =>
      sql`(${sql.join([totalScore, maxScore, ...Object.values(sumsByColumn(categories))].map((value) => sql`${value}::integer`))})`,
  );
  return sql`(values ${sql.join(rows)}) response (${sql.raw(columns.join(', '))})`;
};

test('each response has the percents and the verdict that the domain says', async () => {
  await fc.assert(
    fc.asyncProperty(responses, async (all) => {
      const percent = shownPercent(
        sql`(100 * response.total_score::numeric / nullif(max_score, 0))`,
        1,
        passLine,
      );
      const { rows } = await sql`select ${isScored} as "isScored",
        ${percent} as "percent", ${verdictOfMean(exactPercent(ratio), passLine)} as "verdict"
        from ${rowsOf(all)}`.execute(database.db);
      expect(rows).toEqual(
        all.map((one) => ({
          isScored: one.maxScore > 0,
          percent: percentOf(one),
          verdict: verdictOf(one),
        })),
      );
    }),
    { numRuns: 40 },
  );
});

test('a percent just below 100 is not rounded up to it', async () => {
  const exact = sql<number>`exact::numeric`;
  const { rows } = await sql<{ one: number; whole: number }>`
    select ${shownPercent(exact, 1, passLine)} as one, ${shownPercent(exact, 0, passLine)} as whole
    from unnest(array[100, 99.999999999, 99.96, 99.94]) exact`.execute(database.db);
  expect(rows.map(({ one }) => one)).toEqual([100, 99.9, 99.9, 99.9]);
  expect(rows.map(({ whole }) => whole)).toEqual([100, 99, 99, 99]);
});

test('their categories have the weighted percents that the domain says', async () => {
  await fc.assert(
    fc.asyncProperty(responses, async (all) => {
      const { rows } = await sql<{ percents: (number | null)[] }>`
        select ${categoryPercents(passLine)} as percents from ${rowsOf(all)}`.execute(database.db);
      const sums = (category: KpeCategory): Points => ({
        totalScore: all.reduce((sum, { categories }) => sum + categories[category].score, 0),
        maxScore: all.reduce((sum, { categories }) => sum + categories[category].maximum, 0),
      });
      expect(rows[0]?.percents).toEqual(kpeCategories.map((one) => percentOf(sums(one))));
    }),
    { numRuns: 40 },
  );
});

test('the columns of the categories are those of the table', async () => {
  const { rows } = await sql<{ name: string }>`select column_name as name
    from information_schema.columns where table_name = 'responses'
      and column_name ~ '_(score|max)$' and column_name !~ '^(total|max|first)_'
    order by ordinal_position`.execute(database.db);
  expect(rows.map(({ name }) => name).join(', ')).toBe(sumColumnNames);
});
