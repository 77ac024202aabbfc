import { sql } from 'kysely';

import { roundNames } from '#domain/rounds/round.ts';
import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import { findingKeys } from './finding-keys.ts';

type Changer = {
  deps: Pick<Deps, 'editions'>;
  db: Db;
  person: { id: number; name: string };
};

/**
 * Removes questions that are no longer findings from the planned re-assessment of a round, because
 * an appeal was upheld or the round was corrected (rule 106). If none is left, cancels the
 * re-assessment. An open re-assessment keeps its list: devices have it, and interviews may already
 * use it.
 */
export async function dropCleared({ deps, db, person }: Changer, roundId: number): Promise<void> {
  const planned = await db
    .selectFrom('rounds')
    .select(['id', 'hotelId', 'kind', 'questions'])
    .where('parentId', '=', roundId)
    .where('status', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  if (!planned?.questions) return;
  const { id, hotelId, kind, questions } = planned;
  const found = new Set(await findingKeys({ db, editions: deps.editions }, [roundId]));
  const left = questions.filter((key) => found.has(key));
  if (left.length === questions.length) return;
  const isOver = left.length === 0;
  await db
    .updateTable('rounds')
    .set(isOver ? { status: 'cancelled' } : { questions: left })
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  if (isOver)
    return recordEvent(db, person, 'round.cancelled', id, { hotelId, kind: roundNames[kind] });
  const changes = { questions: { from: questions.length, to: left.length } };
  await recordEvent(db, person, 'round.changed', id, { hotelId, changes });
}
