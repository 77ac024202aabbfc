import { sql, type RawBuilder, type SqlBool } from 'kysely';

import { marks } from '#domain/results/repeat-finding.ts';
import { sameFindings, type SameFinding } from '#domain/rounds/same-finding.ts';
import { nameOfQuestion } from '#domain/scoring/verdict-in-words.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/statements/transaction.ts';

type Row = { roundId: number; surveyId: number; edition: number; marks: Uint8Array | null };

/**
 * Returns for each round the findings that so many of its interviews have that the round needs a review (rule 151).
 * It reads the marks that are stored with each response. When the setting is off, it reads nothing.
 *
 * @param which the condition on `response` for the responses to look at. It must leave out those that do not count.
 */
export async function sameFindingsOf(
  { config, editions }: Pick<Deps, 'config' | 'editions'>,
  db: Db,
  which: RawBuilder<SqlBool>,
): Promise<ReadonlyMap<number, SameFinding[]>> {
  const least = config.sameFaultCritical;
  if (least === 0) return new Map();
  const { rows } = await sql<Row>`
    select round_id, survey_id, edition, marks
    from responses response where ${which} and round_id is not null
    order by survey_id, edition desc`.execute(db);
  const found = new Map<number, SameFinding[]>();
  for (const [roundId, ofRound] of Map.groupBy(rows, (row) => row.roundId)) {
    if (ofRound.length < least) continue;
    // One after the other, so that an edition that is not in memory is read once.
    const interviews = [];
    for (const row of ofRound) interviews.push(await findingsOf(editions, db, row));
    found.set(roundId, sameFindings(interviews, least));
  }
  return found;
}

async function findingsOf(
  editions: Deps['editions'],
  db: Db,
  { surveyId, edition: number, marks: bytes }: Row,
) {
  const edition = await editions.find(db, surveyId, number);
  return (edition?.questions ?? []).flatMap((question, place) =>
    (bytes?.[place] ?? 0) & marks.finding
      ? [{ key: questionKey(question), name: nameOfQuestion(question, place) }]
      : [],
  );
}
