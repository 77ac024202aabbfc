import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { askedQuestions } from '#domain/responses/ask.ts';
import { remarksOf } from '#domain/responses/remarks.ts';
import { mostRemarks, type HotelReport } from '#domain/results/hotel-report.ts';
import { judgeRound } from '#domain/rounds/same-finding.ts';
import type { Cause } from '#domain/scoring/causes.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { isProvisional, shownCycle } from '#server/db/rounds/approved.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import { onlyRow } from '#server/db/statements/only-row.ts';
import { sameFindingsOf } from '#server/db/rounds/same-findings.ts';
import {
  categoryPercents,
  exactMean,
  exactPercent,
  meanPercent,
  meanRatio,
  shownPercent,
  verdictOfMean,
} from '#server/db/responses/score-columns.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { counted } from './chosen-responses.ts';
import { readFigure } from './choose-source.ts';
import { presentCategories } from './present-categories.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import type { PhotosOf } from './report-evidence.ts';
import { partsByPeriod } from './rolled-sums.ts';
import { sumHotels } from './sum-hotels.ts';

/** Returns the figures of the responses. Those of one hotel are few, and an index finds them. */
export async function figuresOfResponses(db: Db, scope: Scope, filter: PreparedFilter) {
  const { categoryPercents: percents, ...figures } = await db
    .selectFrom('responses as response')
    .select([
      sql<number>`count(*)`.as('responses'),
      meanPercent(filter.line).as('percent'),
      verdictOfMean(exactMean, filter.line).as('verdict'),
      categoryPercents(filter.line).as('categoryPercents'),
    ])
    .where(counted(scope, filter))
    .executeTakeFirstOrThrow();
  return { ...figures, categories: presentCategories(percents) };
}

/** Returns the same figures of all hotels within scope, from sums, because a year of their responses takes seconds. */
export function figuresOfPortfolio(db: Db, scope: Scope, filter: PreparedFilter) {
  return readFigure('portfolio', scope, filter, {
    sums: () => figuresOfParts(db, filter, partsByPeriod(scope, filter, [])),
    records: async () => {
      const own = await sumHotels(db, scope, filter, []);
      return own && figuresOfParts(db, filter, own.parts);
    },
    responses: () => figuresOfResponses(db, scope, filter),
  });
}

/** Returns the figures of {@link figuresOfResponses} from `parts`, which are sums. */
async function figuresOfParts(db: Db, { line }: PreparedFilter, parts: RawBuilder<unknown>) {
  const exact = exactPercent(meanRatio);
  const statement = sql<{
    responses: number;
    percent: number | null;
    verdict: Verdict;
    categoryPercents: (number | null)[];
  }>`
    with ${parts}
    select coalesce(sum(responses), 0)::bigint as responses, ${shownPercent(exact, 1, line)} as percent,
      ${verdictOfMean(exact, line)} as verdict, ${categoryPercents(line)} as category_percents
    from parts`;
  const { categoryPercents: percents, ...figures } = onlyRow((await statement.execute(db)).rows);
  return { ...figures, categories: presentCategories(percents) };
}

/**
 * Returns each round in which the hotel had scored responses up to the end of the range, the latest
 * first.
 */
export async function assessmentsOf(
  deps: Pick<Deps, 'config' | 'editions' | 'reports'>,
  scope: Scope,
  filter: PreparedFilter,
) {
  const which = counted(scope, { ...filter, from: undefined });
  const [assessments, same] = await Promise.all([
    scoreAssessments(deps.reports, which, filter.line),
    sameFindingsOf(deps, deps.reports, which),
  ]);
  return assessments.map((one) => ({
    ...one,
    ...judgeRound(one.verdict, one.roundId === null ? [] : same.get(one.roundId)),
  }));
}

function scoreAssessments(db: Db, which: RawBuilder<SqlBool>, line: number) {
  return db
    .selectFrom('responses as response')
    .leftJoin('rounds as round', 'round.id', 'response.roundId')
    .leftJoin('cycles as cycle', 'cycle.id', 'round.cycleId')
    .select([
      'round.id as roundId',
      shownCycle.as('cycle'),
      isProvisional.as('isProvisional'),
      sql<boolean>`round.parent_id is not null`.as('isAgain'),
      sql<Stage>`hotel_stage`.as('stage'),
      sql<number>`count(*)`.as('responses'),
      sql<number>`${meanPercent(line)}`.as('percent'),
      verdictOfMean(exactMean, line).as('verdict'),
      sql<string>`min(completed_at)`.as('firstAt'),
      sql<string>`max(completed_at)`.as('lastAt'),
    ])
    .where(which)
    .where('response.hotelStage', 'is not', null)
    .where('response.maxScore', '>', 0)
    .groupBy(['round.id', 'cycle.id', 'response.hotelStage'])
    .orderBy(sql`max(completed_at)`, 'desc')
    .orderBy(sql`max(response.id)`, 'desc')
    .execute();
}

/** Counts the responses that a critical question keeps from passing. */
export async function countCritical(db: Db, scope: Scope, filter: PreparedFilter): Promise<number> {
  const { count } = await db
    .selectFrom('responses as response')
    .select(sql<number>`count(*)`.as('count'))
    .where(counted(scope, filter))
    .where(sql<boolean>`causes && ${['critical', 'critical-unanswered'] satisfies Cause[]}`)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns the remarks on these responses, in the order of the responses: findings, questions that were not applicable
 * or waived, and notes. Also returns whether there are more than a report lists.
 */
export async function remarksAt(
  { db, editions }: { db: Db; editions: Editions },
  rows: readonly { id: number; surveyId: number; edition: number; completedAt: string }[],
  photosOf: PhotosOf,
): Promise<Pick<HotelReport, 'remarks' | 'moreRemarks'>> {
  const stored = await db
    .selectFrom('responses')
    .select(['id', 'answers', 'asked'])
    .where('id', '=', sql<number>`any(${rows.map(({ id }) => id)})`)
    .execute();
  const storedOf = new Map(stored.map(({ id, ...row }) => [id, row]));
  const remarks: HotelReport['remarks'] = [];
  for (const { id: responseId, surveyId, edition: number, completedAt } of rows) {
    const edition = await editions.find(db, surveyId, number);
    const asked = askedQuestions(
      edition?.questions ?? [],
      storedOf.get(responseId) ?? { answers: [], asked: null },
      edition?.rules,
    );
    for (const { questionId, ...remark } of remarksOf(asked)) {
      remarks.push({ responseId, completedAt, ...remark, ...photosOf(responseId, questionId) });
    }
    if (remarks.length > mostRemarks) break;
  }
  return {
    remarks: remarks.slice(0, mostRemarks),
    moreRemarks: remarks.length > mostRemarks,
  };
}

/** Finds a hotel within scope, with its consultant's name. */
export function findReported(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('hotels as hotel')
    .leftJoin('systemUsers as consultant', 'consultant.id', 'hotel.serviceConsultantId')
    .selectAll('hotel')
    .select('consultant.name as consultantName')
    .where('hotel.id', '=', id)
    .where(inScope(scope, 'hotel.id'))
    .executeTakeFirst();
}

/** Returns whether the hotel has an active hotel contact, who can be sent a link. */
export async function hasContacts(db: Db, hotelId: number): Promise<boolean> {
  const found = await db
    .selectFrom('hotelContacts')
    .select('id')
    .where('hotelId', '=', hotelId)
    .where('isActive', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
