import { sql } from 'kysely';

import { sumColumns } from '#server/db/score-columns.ts';
import type { Db } from '#server/db/transaction.ts';

type By = { clientId: string | undefined; byId: number; reason: string };

const content = [
  'answers',
  'lost',
  'totalScore',
  'maxScore',
  'passed',
  'causes',
  'na',
  ...sumColumns,
] as const;

/**
 * Stores the present content of a response as a revision, before a correction replaces it. The
 * caller must hold the response's lock.
 */
export async function keepRevision(db: Db, id: number, { clientId, byId, reason }: By) {
  await db
    .insertInto('responseRevisions')
    .columns(['responseId', 'number', ...content, 'cause', 'clientId', 'byId', 'reason'])
    .expression((from) =>
      from
        .selectFrom('responses')
        .select(['id', 'revision', ...content])
        .select([
          sql<'correction'>`'correction'`.as('cause'),
          sql<string | null>`${clientId ?? null}::text`.as('clientId'),
          sql<number>`${byId}::integer`.as('byId'),
          sql<string | null>`nullif(${reason}::text, '')`.as('reason'),
        ])
        .where('id', '=', id),
    )
    .execute();
  await db
    .updateTable('responses')
    .set({
      revision: sql`revision + 1`,
      firstTotal: sql`coalesce(first_total, total_score)`,
      firstMax: sql`coalesce(first_max, max_score)`,
    })
    .where('id', '=', id)
    .execute();
}

export function findByClientId(db: Db, clientId: string) {
  return db
    .selectFrom('responseRevisions')
    .select(['responseId', 'byId'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/** Returns the revisions of a response, oldest first. */
export function listRevisions(db: Db, responseId: number) {
  return db
    .selectFrom('responseRevisions as revision')
    .leftJoin('systemUsers as corrector', 'corrector.id', 'revision.byId')
    .select([
      'revision.number',
      'revision.at',
      'corrector.name as by',
      'revision.reason',
      'revision.totalScore',
      'revision.maxScore',
      'revision.answers',
    ])
    .where('revision.responseId', '=', responseId)
    .orderBy('revision.number')
    .execute();
}

/** Returns a person's name; undefined when the account is gone. */
export async function findName(db: Db, userId: number | null): Promise<string | undefined> {
  const person = await db
    .selectFrom('systemUsers')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst();
  return person?.name;
}
