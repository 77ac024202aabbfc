import { sql } from 'kysely';

import { linkDays, mostTokens } from '#domain/contacts/contact.ts';
import type { Db } from '#server/db/statements/transaction.ts';

function selectLinks(db: Db) {
  return db
    .selectFrom('contactLinks as link')
    .innerJoin('rounds as round', 'round.id', 'link.roundId')
    .innerJoin('cycles as cycle', 'cycle.id', 'round.cycleId')
    .select(['link.id', 'link.roundId', 'round.kind', 'round.stage', 'cycle.number as cycle'])
    .select(['link.createdAt', 'link.expiresAt', 'link.lastUsedAt']);
}

/** Returns a contact's links that can be used (`endOf` in `contact-session.ts`), the latest first. */
export function listLive(db: Db, contactId: number, now: number) {
  return selectLinks(db)
    .innerJoin('hotelContacts as contact', 'contact.id', 'link.contactId')
    .where('contact.isActive', '=', true)
    .where('link.contactId', '=', contactId)
    .where('link.revokedAt', 'is', null)
    .where('link.expiresAt', '>', new Date(now).toISOString())
    .where('round.status', '!=', 'cancelled')
    .orderBy('link.id', 'desc')
    .execute();
}

/** Returns one link of a contact. */
export function findLink(db: Db, contactId: number, id: number) {
  return selectLinks(db)
    .select('link.revokedAt')
    .where('link.contactId', '=', contactId)
    .where('link.id', '=', id)
    .executeTakeFirst();
}

/** Returns a round of the hotel. */
export function findRound(db: Db, hotelId: number, id: number) {
  return db
    .selectFrom('rounds')
    .select(['kind', 'status'])
    .where('id', '=', id)
    .where('hotelId', '=', hotelId)
    .executeTakeFirst();
}

export function findByClientId(db: Db, clientId: string) {
  return db
    .selectFrom('contactLinks')
    .select(['id', 'contactId', 'roundId', 'lastUsedAt', 'revokedAt'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

type NewRow = { clientId: string; contactId: number; roundId: number; cookieHash: Buffer };

/**
 * Stores a link and returns its id.
 *
 * @param now the server's clock, in milliseconds since 1970
 */
export async function insertLink(db: Db, row: NewRow, now: number): Promise<number> {
  const { id } = await db
    .insertInto('contactLinks')
    .values({ ...row, expiresAt: new Date(now + linkDays * 86_400_000).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Gives a link one more token. The former ones keep opening it, because the caller may have got any of them. Keeps the
 * newest {@link mostTokens} of them: the caller sends the call again only while they have got none, so an older one is
 * in nobody's hands.
 */
export async function addToken(db: Db, id: number, cookieHash: Buffer): Promise<void> {
  const from = sql`greatest(cardinality(former_hashes) + 3 - ${mostTokens}::int, 1)`;
  await db
    .updateTable('contactLinks')
    .set({ cookieHash, formerHashes: sql<Buffer[]>`(former_hashes || cookie_hash)[${from}:]` })
    .where('id', '=', id)
    .execute();
}

export async function revoke(db: Db, id: number): Promise<void> {
  await db
    .updateTable('contactLinks')
    .set({ revokedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
