import { sql } from 'kysely';

import { inTransaction, lockFor, type Db } from '#server/db/statements/transaction.ts';
import { insertActions } from './actions.ts';
import { prepareAnswering } from './answering.ts';
import { insertEvents } from './audit-trail.ts';
import { insertDocuments, type Keep } from './documents.ts';
import { insertEvidence, takeEvidence } from './evidence.ts';
import { insertHotels } from './hotels.ts';
import { holdInterviews, type World } from './interviews.ts';
import { makeSomeOdd } from './odd-interviews.ts';
import { insertPeople } from './people.ts';
import { seededRandom } from './random.ts';
import { insertResponses } from './responses.ts';
import { insertRounds } from './rounds.ts';
import { insertSessions } from './sessions.ts';
import { holdAudits } from './standards-visits.ts';
import { houseStandards } from './standards.ts';
import { insertSurveys, plannedSurveys } from './surveys.ts';

const seed = 20_260_214;

/**
 * Fills an installation that has no hotels and no surveys with a year of invented work, and audits over two, all or
 * nothing (rule 39). Does nothing in any other installation. The data is consistent, as if people
 * had made it with the product: answers are scored against the editions that were asked then.
 *
 * @param now milliseconds since 1970; all dates are computed back from this moment
 * @param keep puts an evaluation document where documents are kept
 */
export async function makeDemonstration(
  db: Db,
  { now, keep }: { now: number; keep: Keep },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFor(tx, 'demonstration');
    if (await isInUse(tx)) return;
    const random = seededRandom(seed);
    const people = await insertPeople(tx, now);
    const hotels = await insertHotels(tx, random, now, people);
    const roundOf = await insertRounds(tx, { now, people, hotels });
    const surveys = await insertSurveys(tx, now, plannedSurveys);
    const answering = prepareAnswering(random, surveys);
    const world: World = { random, now, people, hotels, surveys, answering };
    const interviews = makeSomeOdd(holdInterviews(world), world);
    // Audits have random numbers of their own, so that everything else is the same as without audits.
    const dice = seededRandom(seed + 1);
    const audited = await insertSurveys(tx, now, [houseStandards]);
    const audits = audited.flatMap((survey) =>
      holdAudits({ ...world, random: dice, answering: prepareAnswering(dice, audited) }, survey),
    );
    const shown = takeEvidence(seededRandom(seed + 2), audits);
    await insertResponses(tx, random, now, { interviews, roundOf });
    await insertResponses(tx, dice, now, { ...shown, roundOf, pending: 0 });
    await insertSessions(tx, world, interviews, audits);
    await insertDocuments(tx, world, interviews, keep);
    await insertEvidence(tx, shown.pictures, keep);
    await insertActions(tx, { ...world, random: seededRandom(seed + 3) }, [...surveys, ...audited]);
    await insertEvents(tx, { ...world, surveys: [...surveys, ...audited] });
  });
}

async function isInUse(db: Db): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from hotels) or exists (select from surveys)`.as('found'),
    )
    .executeTakeFirstOrThrow();
  return found;
}
