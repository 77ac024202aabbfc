import type { Db } from './transaction.ts';

/** To compare with, and for nothing else. */
export async function passwordHashOf(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('systemUsers')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.passwordHash;
}
