import { sql } from 'kysely';

import { marks } from '#domain/results/repeat-finding.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';

type Parts = { db: Db; editions: Editions };

const noQuestions: Pick<Edition, 'questions'> = { questions: [] };

/**
 * Returns the question keys of the findings in the counted responses of these rounds: survey by survey, in the order
 * of the questions. It reads the marks that are stored with each response, so they include corrections.
 */
export async function findingKeys(
  { db, editions }: Parts,
  roundIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('responses')
    .select(['surveyId', 'edition', 'marks'])
    .where('roundId', '=', sql<number>`any(${roundIds})`)
    .where('counts', '=', true)
    .orderBy('surveyId')
    .orderBy('edition', 'desc')
    .execute();
  const found: { key: string; surveyId: number; place: number }[] = [];
  for (const { surveyId, edition: number, marks: bytes } of rows) {
    const { questions } = (await editions.find(db, surveyId, number)) ?? noQuestions;
    for (const [place, question] of questions.entries())
      if ((bytes?.[place] ?? 0) & marks.finding)
        found.push({ key: questionKey(question), surveyId, place });
  }
  found.sort((one, other) => one.surveyId - other.surveyId || one.place - other.place);
  return [...new Set(found.map(({ key }) => key))];
}

/**
 * Returns the question keys of the findings in the hotel's last cycle that ended before this one. Those that are
 * findings again in this cycle are repeat findings (rule 107).
 *
 * @param ofHotel the hotel, and the number of this cycle
 */
export async function findingsOfLastCycle(
  parts: Parts,
  ofHotel: { hotelId: number; cycle: number },
): Promise<ReadonlySet<string>> {
  const rounds = await roundsOfLastCycle(parts.db, ofHotel);
  return new Set(rounds.length > 0 ? await findingKeys(parts, rounds) : []);
}

async function roundsOfLastCycle(
  db: Db,
  { hotelId, cycle }: { hotelId: number; cycle: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('cycleId', '=', (eb) =>
      eb
        .selectFrom('cycles')
        .select('cycles.id')
        .where('cycles.hotelId', '=', hotelId)
        .where('cycles.number', '<', cycle)
        .where('cycles.endedAt', 'is not', null)
        .orderBy('cycles.number', 'desc')
        .limit(1),
    )
    .execute();
  return rows.map(({ id }) => id);
}
