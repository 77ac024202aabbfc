import { ApiError } from '#web/lib/api.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';

/**
 * The types of refusal after which the device deletes what the server no longer shows (rule 45). A hotel that
 * was taken from a consultant must not be readable offline either. Everything stored about it goes with it: its
 * report, its dialog's data, its interviews, and its rows in lists.
 */

const refusals = ['/problems/not-found', '/problems/not-allowed', '/problems/gone'];

/**
 * True when our own server refuses the request for good. A portal's 404 or 403 does not have our
 * form and proves nothing.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem) return false;
  return error.problem.status === error.status && refusals.includes(error.problem.type);
}

/**
 * Deletes a reading that the server refused, and everything about its hotel, if it belongs to one.
 */
export async function forgetRefused(db: OfflineDatabase, key: string): Promise<void> {
  await db.cached.delete(key);
  const hotel = hotelOf(key);
  if (hotel !== null) await forgetHotels(db, new Set([hotel]));
}

/** Deletes everything about the hotels that the list had when it was last read and now lacks. */
export async function forgetLost(db: OfflineDatabase, key: string, list: unknown): Promise<void> {
  const before = hotelsIn((await db.cached.get(key))?.value);
  const now = new Set(hotelsIn(list));
  const lost = new Set(before.filter((id) => !now.has(id)));
  if (lost.size > 0) await forgetHotels(db, lost);
}

/**
 * True for the readings that list every hotel a person may see. In filtered lists a missing hotel
 * is not gone.
 */
export function listsAllHotels(key: string): boolean {
  return key === '/api/hotels' || key === '/api/workflow/board';
}

function hotelsIn(list: unknown): number[] {
  const rows: unknown = isRecord(list) ? list['hotels'] : list;
  return Array.isArray(rows)
    ? rows.flatMap((row: unknown) =>
        isRecord(row) && typeof row['id'] === 'number' ? [row['id']] : [],
      )
    : [];
}

/**
 * Returns the id of the hotel that a reading belongs to, from its address or its filter; otherwise
 * null.
 */
function hotelOf(key: string): number | null {
  const found = /\/api\/hotels\/(\d+)|\/hotel\/(\d+)|"hotelId":(\d+)/.exec(key);
  return found ? Number(found[1] ?? found[2] ?? found[3]) : null;
}

async function forgetHotels(db: OfflineDatabase, gone: ReadonlySet<number>): Promise<void> {
  const keys = await db.cached.toCollection().primaryKeys();
  for (const key of keys) {
    const hotel = hotelOf(key);
    const value = hotel === null ? (await db.cached.get(key))?.value : null;
    if (isOf(value, gone) || (hotel !== null && gone.has(hotel))) await db.cached.delete(key);
    // A reading of another hotel has no rows of the lost hotels. It may hold bytes, which should not be copied.
    else if (!isOfOneHotel(value))
      await db.cached.where({ key }).modify((cached) => {
        cached.value = without(cached.value, gone);
      });
  }
}

/** Returns the value without its rows of these hotels. */
function without(value: unknown, gone: ReadonlySet<number>): unknown {
  if (Array.isArray(value))
    return value.filter((row) => !isOf(row, gone)).map((row: unknown) => without(row, gone));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, without(inner, gone)]),
  );
}

/**
 * True when the row belongs to one of these hotels. Rows name their hotel by `hotelId`. A hotel's
 * own row has an `id` instead, and there `hotelId` would be a text: the hotel's code.
 */
function isOf(row: unknown, gone: ReadonlySet<number>): boolean {
  if (!isRecord(row)) return false;
  const { id, hotelId, hotelName } = row;
  if (typeof hotelId === 'number') return gone.has(hotelId);
  return typeof id === 'number' && typeof hotelName === 'string' && gone.has(id);
}

function isOfOneHotel(value: unknown): boolean {
  return isRecord(value) && typeof value['hotelId'] === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
