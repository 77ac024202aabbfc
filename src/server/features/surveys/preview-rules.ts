import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { startTally, type Judged, type Tallied } from '#domain/scoring/preview-tally.ts';
import { changedRules, withChange, type RulesChange } from '#domain/scoring/rules-change.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { mostNamed, mostPreviewed, type RulesPreview } from '#domain/surveys/rules-preview.ts';
import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import { byName } from '#server/db/statements/name-order.ts';
import { categoryColumns, sumColumns } from '#server/db/responses/score-columns.ts';
import { inScopeOfMany } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Scores a survey's past responses again, as a change of its rules would have them (docs/decisions/0044).
 *
 * It reads the latest responses in slices through the pool of reports, each slice in a statement of its own, so
 * that it holds no connection for long. A slice is scored in portions, and other requests run between them: on
 * a busy machine a whole slice would hold the event loop for a tenth of a second.
 *
 * "Before" is what is stored with each response, which is what Results shows. "After" is computed with the
 * function that also scores what arrives, over the response's own edition with the change laid over it.
 */

type Parts = { reports: Db; editions: Editions; scope: Scope };
type Previewed = {
  survey: { id: number; rules?: SurveyRules | undefined };
  change: RulesChange;
  /** The responses completed from this moment on. */
  since: Date;
};

/** The milliseconds for reading and scoring. The rest of the 10 seconds is for what follows. */
const longest = 9_000;
/** The most responses of a slice, and the most answers: a survey may have 5,000 questions. */
const sliceOf = { responses: 500, answers: 10_000 };
/** A slice is scored in this many portions. */
const portions = 10;

export async function previewRules(
  parts: Parts,
  previewed: Previewed,
  { most = mostPreviewed, within = longest } = {},
): Promise<RulesPreview> {
  const [counted, { reached, turned, ...tallied }] = await Promise.all([
    countAll(parts, previewed),
    tallyLatest(parts, previewed, { most, within }),
  ]);
  // A response may have arrived since they were counted.
  const total = Math.max(counted, reached);
  const named = await nameHotels(parts.reports, turned);
  return { ...tallied, reached, total, hotels: { ...tallied.hotels, turned: named } };
}

async function tallyLatest(
  parts: Parts,
  previewed: Previewed,
  { most, within }: { most: number; within: number },
): Promise<Tallied & { reached: number }> {
  const { survey, change } = previewed;
  const after = changedRules(survey.rules, change);
  const tally = startTally({ before: fullRules(survey.rules), after });
  const asked = new Map<number, ReturnType<typeof withChange>>();
  const score = async (rows: readonly Row[]) => {
    const portion = Math.ceil(rows.length / portions);
    for (const [index, row] of rows.entries()) {
      // Pause before the first portion too, so that the statement that reads the next slice is sent first.
      if (index % portion === 0) await setImmediate();
      const edition = asked.get(row.edition) ?? (await askedIn(parts, previewed, row.edition));
      asked.set(row.edition, edition);
      const { questions, rules } = edition;
      const after = scoreResponse(questions, row.answers, { rules, asked: row.asked });
      tally.add(row.hotelId, storedScore(row), after);
    }
  };
  const size = await sizeOfSlice(parts.reports, survey.id);
  const begun = performance.now();
  let reached = 0;
  const next = (last?: Row): Promise<Row[]> => {
    const isTime = performance.now() - begun < within;
    const limit = Math.min(size, most - reached);
    return isTime && limit > 0 ? readSlice(parts, previewed, last, limit) : Promise.resolve([]);
  };
  let rows = await next();
  while (rows.length > 0) {
    reached += rows.length;
    [rows] = await Promise.all([next(rows.at(-1)), score(rows)]);
  }
  return { ...tally.read(), reached };
}

async function askedIn(
  { reports, editions }: Parts,
  { survey, change }: Previewed,
  number: number,
) {
  const edition = await editions.find(reports, survey.id, number);
  return withChange(edition ?? { questions: [] }, change);
}

async function sizeOfSlice(reports: Db, surveyId: number): Promise<number> {
  const { most } = await reports
    .selectFrom('surveyEditions')
    .select(sql<number | null>`max(question_count)`.as('most'))
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow();
  const byAnswers = Math.floor(sliceOf.answers / Math.max(1, most ?? 1));
  return Math.max(1, Math.min(sliceOf.responses, byAnswers));
}

/** Selects the survey's responses that count, from the moment on. */
function chosen({ reports, scope }: Parts, { survey, since }: Previewed) {
  return reports
    .selectFrom('responses as response')
    .where('response.surveyId', '=', survey.id)
    .where('response.counts', '=', true)
    .where('response.completedAt', '>=', since.toISOString())
    .where(inScopeOfMany(scope, 'response.hotel_id'));
}

async function countAll(parts: Parts, previewed: Previewed): Promise<number> {
  const { count } = await chosen(parts, previewed)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type Row = Awaited<ReturnType<typeof readSlice>>[number];

/**
 * Reads the latest responses that are older than `last`. The moment of `last` is text, which keeps
 * microseconds.
 */
function readSlice(
  parts: Parts,
  previewed: Previewed,
  last: { at: string; id: number } | undefined,
  limit: number,
) {
  let query = chosen(parts, previewed)
    .select(['response.id', 'response.edition', 'response.hotelId', 'response.answers'])
    .select('response.asked')
    .select(['response.totalScore', 'response.maxScore', 'response.passed', 'response.causes'])
    .select(sumColumns.map((column) => `response.${column}` as const))
    .select(sql<string>`completed_at::text`.as('at'))
    .orderBy('response.completedAt', 'desc')
    .orderBy('response.id', 'desc')
    .limit(limit);
  if (last)
    query = query.where(
      sql<boolean>`(response.completed_at, response.id) < (${last.at}::timestamptz, ${last.id})`,
    );
  return query.execute();
}

function storedScore(row: Row): Judged {
  const { totalScore, maxScore, passed, causes } = row;
  const sums = (category: keyof typeof categoryColumns) => {
    const { score, max } = categoryColumns[category];
    return { score: row[score], maximum: row[max] };
  };
  const categories = {
    'The Right Fit': sums('The Right Fit'),
    'The Right Action': sums('The Right Action'),
    'The Right Environment': sums('The Right Environment'),
  };
  return { totalScore, maxScore, passed, causes, categories };
}

async function nameHotels(
  reports: Db,
  { toReview, toPass }: Tallied['turned'],
): Promise<RulesPreview['hotels']['turned']> {
  const passes = sql<boolean>`id = any (${toPass}::integer[])`;
  return reports
    .selectFrom('hotels')
    .select(['id as hotelId', 'hotelName', passes.as('passes')])
    .where(sql<boolean>`id = any (${[...toReview, ...toPass]}::integer[])`)
    .orderBy('passes')
    .orderBy(byName('hotel_name'))
    .orderBy('id')
    .limit(mostNamed)
    .execute();
}
