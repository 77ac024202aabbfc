import type { Db } from '#server/db/statements/transaction.ts';

/** Returns a person's password hash. Use it only to compare a password with it. */
export async function passwordHashOf(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('systemUsers')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.passwordHash;
}
