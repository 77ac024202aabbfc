import type { Person } from '#domain/people/person.ts';
import { mostRevisions } from '#domain/responses/correction.ts';
import { idsOfKeys } from '#domain/surveys/question-key.ts';
import { daysIn } from '#domain/time-zone.ts';
import { markWaived, waivedIn } from '#domain/waivers/mark-waived.ts';
import type { NewWaiver } from '#domain/waivers/waiver.ts';
import { saveAnswers } from '#server/db/responses/change-answers.ts';
import { keepRevision, tooOften } from '#server/db/responses/keep-revision.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { refuseLocked } from '#server/db/rounds/round-lock.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

type Applying = {
  deps: Pick<Deps, 'config' | 'editions'>;
  db: Db;
  person: Person;
  hotelId: number;
  roundId: number;
};

/**
 * Applies a waiver to the responses that an open round already has: each response that was completed on one of
 * its days and asked the question is scored again, and its former content is kept as a revision. Throws 409
 * where the round is approved or takes no interviews.
 *
 * Returns how many responses it revised.
 */
export async function applyWaiver(
  { deps, db, person, hotelId, roundId }: Applying,
  { questionKey, validFrom, validTo, reason }: NewWaiver,
): Promise<number> {
  const round = await queries.findRound(db, hotelId, roundId);
  if (!round) throw invalid('roundId', 'This is not a round of the hotel');
  // Lock the responses before the round, as all code does: see `round-lock.ts`.
  const responses = await queries.lockResponses(db, roundId);
  await refuseLocked(db, roundId, deps.config.timeZone);
  if (round.status !== 'open' && round.status !== 'submitted')
    throw new ProblemError(
      'conflict',
      `This round is ${round.status}, so the waiver cannot be applied to it.`,
    );
  const { dayOf } = daysIn(deps.config.timeZone);
  let revised = 0;
  for (const response of responses) {
    const day = dayOf(Date.parse(response.completedAt));
    if (day < validFrom || day > validTo) continue;
    const edition = await deps.editions.find(db, response.surveyId, response.edition);
    const before = waivedIn(response.answers);
    const ids = idsOfKeys(edition?.questions ?? [], [questionKey]).filter(
      (id) => response.asked?.includes(id) ?? true,
    );
    if (ids.every((id) => before.includes(id))) continue;
    if (response.revision > mostRevisions) throw tooOften();
    await keepRevision(db, response.id, {
      ...{ clientId: undefined, byId: person.id, reason, cause: 'waiver' },
    });
    const answers = markWaived(response.answers, [...before, ...ids]);
    const score = await saveAnswers(db, response, edition, answers);
    const { surveyId, hotelName, totalScore } = response;
    await recordEvent(db, person, 'response.revised', response.id, {
      ...{ surveyId, hotelId, hotelName, pointsBefore: totalScore },
      ...{ pointsAfter: score.totalScore, maxScore: score.maxScore },
    });
    revised += 1;
  }
  return revised;
}
