import { sql } from 'kysely';

import { mostAskedAgain } from '#domain/rounds/reassessment.ts';
import { roundNames } from '#domain/rounds/round.ts';
import { keysWaived } from '#domain/waivers/waiver.ts';
import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import { findingKeys } from './finding-keys.ts';
import { readWaivers } from './kept-waivers.ts';

type Changer = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: { id: number; name: string };
};

/**
 * Makes the planned re-assessment of a round ask what is a finding of the round now, because an appeal was upheld,
 * the round was corrected, or a late response was accepted (rule 106). What is waived today does not join. If no
 * question is left, cancels the re-assessment. An open re-assessment keeps its list: devices have it, and interviews
 * may already use it.
 */
export async function followFindings(
  { deps, db, person }: Changer,
  roundId: number,
): Promise<void> {
  const planned = await db
    .selectFrom('rounds')
    .select(['id', 'hotelId', 'kind', 'questions'])
    .where('parentId', '=', roundId)
    .where('status', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  if (!planned?.questions) return;
  const { id, hotelId, kind, questions } = planned;
  const found = await findingKeys({ db, editions: deps.editions }, [roundId]);
  const { waivers } = await readWaivers(db, hotelId);
  const waived = new Set(keysWaived(waivers, deps.now(), deps.config.timeZone));
  const asked = found
    .filter((key) => questions.includes(key) || !waived.has(key))
    .slice(0, mostAskedAgain);
  if (asked.length === questions.length && asked.every((key) => questions.includes(key))) return;
  const isOver = asked.length === 0;
  await db
    .updateTable('rounds')
    .set(isOver ? { status: 'cancelled' } : { questions: asked })
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  if (isOver)
    return recordEvent(db, person, 'round.cancelled', id, { hotelId, kind: roundNames[kind] });
  const changes = { questions: { from: questions.length, to: asked.length } };
  await recordEvent(db, person, 'round.changed', id, { hotelId, changes });
}
