import { createHash } from 'node:crypto';

import type { Insertable } from 'kysely';

import type { ResponseInput } from '#domain/responses/response.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { marksOf } from '#server/db/responses/score-columns.ts';
import { scoreValues } from '#server/db/responses/score-values.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import type { Interview } from './interviews.ts';
import { day, iso, minute } from './moments.ts';
import type { Random } from './random.ts';
import type { RoundOf } from './rounds.ts';

/**
 * The number of recent responses that are still pending: stored, but not yet confirmed by their
 * device.
 */
const pendingCount = 5;

/** Inserts the responses of interviews as the server would have stored them when they were sent. */
export async function insertResponses(
  tx: Tx,
  random: Random,
  now: number,
  {
    interviews,
    roundOf,
    pending = pendingCount,
  }: { interviews: readonly Interview[]; roundOf: RoundOf; pending?: number },
): Promise<void> {
  const rows = interviews.map((interview, index) => {
    const isLatest = index >= interviews.length - pending;
    const roundId = roundOf(interview.hotel.id, interview.stage, interview.startedAt) ?? null;
    return { ...responseRow(random, now, interview, isLatest ? 'pending' : 'synced'), roundId };
  });
  await tx.insertInto('responses').values(rows).execute();
}

function responseRow(
  random: Random,
  now: number,
  interview: Interview,
  syncStatus: 'pending' | 'synced',
): Insertable<Database['responses']> {
  const { clientId, hotel, survey, edition, score, respondentName, respondentJobTitle, notes } =
    interview;
  const { files } = interview;
  const { hotelName, hotelBrand, hotelAddress } = hotel;
  const { totalScore, maxScore } = score;
  const claimed = claimedTimes(interview);
  const shared = { clientId, surveyId: survey.id, hotelId: hotel.id, hotelName, hotelBrand };
  const told = { hotelAddress, respondentName, respondentJobTitle, totalScore, maxScore, notes };
  const body: ResponseInput = {
    ...shared,
    ...told,
    edition: edition.number,
    syncStatus,
    responseAnswers: score.answers.map(({ maximum: _, ...answer }) => answer),
    startedAt: claimed.from,
    completedAt: claimed.to,
    ...(files && { files }),
  };
  const arrived = arrival(random, now, interview, syncStatus === 'pending');
  // When the device's clock cannot be right, the time of arrival counts.
  const isClockOdd = interview.odd?.reason === 'clock-odd';
  return {
    ...shared,
    ...told,
    edition: edition.number,
    syncStatus,
    digest: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
    userId: interview.conductor.id,
    hotelStage: interview.stage,
    ...scoreValues(score),
    marks: marksOf(score),
    startedAt: isClockOdd ? null : claimed.from,
    completedAt: isClockOdd ? iso(arrived) : claimed.to,
    claimedStartedAt: claimed.from,
    claimedCompletedAt: claimed.to,
    receivedAt: iso(arrived),
    updatedAt: iso(arrived),
    reviewReasons: reasonsAt(interview, arrived),
    files: files ? JSON.stringify(files) : null,
  };
}

/** Returns the times by the device's clock. A clock that was set wrong is three years behind. */
function claimedTimes({ startedAt, completedAt, odd }: Interview): { from: string; to: string } {
  const behind = odd?.reason === 'clock-odd' ? 3 * 365 * day : 0;
  return { from: iso(startedAt - behind), to: iso(completedAt - behind) };
}

/**
 * Returns when the response arrived: at once with a connection, up to 20 hours later without one.
 */
function arrival(
  random: Random,
  now: number,
  { completedAt, odd }: Interview,
  isOffline: boolean,
): number {
  const wasOffline = isOffline || random.chance(0.08);
  const waited = wasOffline ? random.between(40, 1_200) * minute : random.between(400, 2_500);
  return Math.min(now, odd?.arrivedAt ?? Math.round(completedAt + waited));
}

/** Returns the review reasons: what had changed by the time the response arrived. */
function reasonsAt({ survey, edition, odd }: Interview, arrived: number): ReviewReason[] {
  if (odd) return [odd.reason];
  if (survey.archivedAt !== null && survey.archivedAt < arrived) return ['survey-archived'];
  const isOld = survey.editions.some(
    ({ number, createdAt }) => number > edition.number && createdAt < arrived,
  );
  return isOld ? ['survey-changed'] : [];
}
