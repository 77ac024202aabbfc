import { sql } from 'kysely';

import type { AppealStatus } from '#domain/appeals/appeal.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

export function findByClientId(db: Db, clientId: string) {
  return db
    .selectFrom('appeals')
    .select(['id', 'responseId', 'questionId', 'wantedId', 'claim', 'filedById'])
    .select('filedByContactId')
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

export function listStatuses(db: Db, responseId: number) {
  return db
    .selectFrom('appeals')
    .select(['questionId', 'status'])
    .where('responseId', '=', responseId)
    .execute();
}

export type NewAppeal = {
  clientId: string;
  responseId: number;
  questionId: number;
  /** The answer that the appeal wants; null when it wants not applicable. */
  wantedId: number | null;
  claim: string;
};

/** A person with an account, or a hotel contact. */
export type FiledBy = { kind: 'person' | 'contact'; id: number; name: string };

export async function insertAppeal(
  db: Db,
  values: NewAppeal,
  { kind, id: byId, name }: FiledBy,
): Promise<number> {
  const by = kind === 'person' ? { filedById: byId } : { filedByContactId: byId };
  const { id } = await db
    .insertInto('appeals')
    .values({ ...values, filedBy: name, ...by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the response of an appeal within scope. */
export function findResponseOf(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('appeals as appeal')
    .innerJoin('responses as response', 'response.id', 'appeal.responseId')
    .select('appeal.responseId')
    .where('appeal.id', '=', id)
    .where(inScope(scope, 'response.hotel_id'))
    .executeTakeFirst();
}

/** Reads the appeal. Call it after its response was locked, to see what the lock waited for. */
export function findAppeal(db: Db, id: number) {
  return db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirst();
}
export type StoredAppeal = NonNullable<Awaited<ReturnType<typeof findAppeal>>>;

type Closing = { status: Exclude<AppealStatus, 'open'>; reason: string | null };

export async function closeAppeal(
  db: Db,
  id: number,
  person: Person,
  { status, reason }: Closing,
): Promise<void> {
  await db
    .updateTable('appeals')
    .set({
      ...{ status, reason, closedBy: person.name, closedById: person.id },
      closedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Locks a response of the round that counts. Until the transaction ends, it stays in the round. */
export async function lockOfRound(db: Db, roundId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('responses')
    .select('id')
    .where('id', '=', id)
    .where('roundId', '=', roundId)
    .where('counts', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}
