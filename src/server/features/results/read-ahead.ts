import type { Config } from '#server/config.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { scoreHotels } from './analytics-queries.ts';
import { codedPlaces } from './coded-places.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { readMarks } from './standard-queries.ts';
import { sumEditions } from './sum-editions.ts';

const all = { kind: 'all' } as const;
const aYear = 366 * 24 * 3_600_000;

/**
 * Reads what Results of all hotels and a year need, and returns nothing: the process then keeps the sums of closed
 * days and months, so the first person does not wait for them. With ten million responses that is a second and a half.
 */
export async function readAhead(
  db: Db,
  editions: Editions,
  { timeZone, portfolioLine: line }: Config,
  now: number,
): Promise<void> {
  const from = new Date(now - aYear).toISOString().slice(0, 10);
  const filter: PreparedFilter = { from, timeZone, line };
  const firstPage = { sort: 'percent', direction: 'asc', search: '', limit: 1, offset: 0 } as const;
  await scoreHotels(db, all, { ...filter, ...firstPage });
  await sumEditions(db, all, filter);
  await readMarks(db, all, filter, await codedPlaces(db, editions, undefined));
}
