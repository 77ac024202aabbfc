import type { Db } from '#server/db/statements/transaction.ts';

/** Returns a person's name; undefined when the account is deleted. */
export async function findPersonName(db: Db, id: number | null): Promise<string | undefined> {
  const person = await db
    .selectFrom('systemUsers')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return person?.name;
}

/** What messages say instead of the name of a person whose account is deleted. */
export const someoneWhoLeft = 'Someone who has left since';

/**
 * Returns a person's name for a message. Call it after waiting for a row's lock: a query that joins the name
 * while it waits would still read the person from before.
 */
export async function namePerson(db: Db, id: number | null): Promise<string> {
  return (await findPersonName(db, id)) ?? someoneWhoLeft;
}
