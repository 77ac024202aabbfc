import { sql } from 'kysely';

import type { KeptWaiver } from '#domain/waivers/waiver.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** All waivers that a hotel ever had, as its row keeps them. */
export type KeptWaivers = {
  waivers: readonly KeptWaiver[];
  /** The same as JSON text that the database wrote; null for none. Two reads can be compared by this text. */
  text: string | null;
};

export const noWaivers: KeptWaivers = { waivers: [], text: null };

/** Returns the waivers of a hotel; none where there is no such hotel. */
export async function readWaivers(db: Db, hotelId: number | null): Promise<KeptWaivers> {
  if (hotelId === null) return noWaivers;
  const row = await db
    .selectFrom('hotels')
    .select(sql<string | null>`kept_waivers::text`.as('text'))
    .where('id', '=', hotelId)
    .executeTakeFirst();
  const text = row?.text ?? null;
  return { text, waivers: text === null ? [] : (JSON.parse(text) as KeptWaiver[]) };
}
