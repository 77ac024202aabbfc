import { ApiError } from '#web/lib/api.ts';
import type { OfflineDatabase } from './database.ts';

/**
 * What a device lets go of when the server no longer shows it (rule 45): a hotel that was taken from
 * a consultant is not to be read offline either. It goes with all that is kept of it: its report,
 * what its dialog shows, its interviews, and its rows in lists.
 */

const refusals = ['/problems/not-found', '/problems/not-allowed', '/problems/gone'];

/** Our own server refuses this for good. A portal's 404 or 403 has not our form, and says nothing. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem) return false;
  return error.problem.status === error.status && refusals.includes(error.problem.type);
}

/** Lets go of a reading that the server refused, and where it was of a hotel, of that hotel. */
export async function forgetRefused(db: OfflineDatabase, key: string): Promise<void> {
  await db.cached.delete(key);
  const hotel = hotelOf(key);
  if (hotel !== null) await forgetHotels(db, new Set([hotel]));
}

/** Lets go of the hotels that the list had when it was last read, and has no longer. */
export async function forgetLost(db: OfflineDatabase, key: string, list: unknown): Promise<void> {
  const before = hotelsIn((await db.cached.get(key))?.value);
  const now = new Set(hotelsIn(list));
  const lost = new Set(before.filter((id) => !now.has(id)));
  if (lost.size > 0) await forgetHotels(db, lost);
}

/** The readings of every hotel that somebody sees. Filtered lists lack hotels that are not gone. */
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

/** The one hotel that a reading is of, by its address or its filter. */
function hotelOf(key: string): number | null {
  const found = /\/api\/hotels\/(\d+)|\/hotel\/(\d+)|"hotelId":(\d+)/.exec(key);
  return found ? Number(found[1] ?? found[2] ?? found[3]) : null;
}

async function forgetHotels(db: OfflineDatabase, gone: ReadonlySet<number>): Promise<void> {
  const keys = await db.cached.toCollection().primaryKeys();
  for (const key of keys) {
    const hotel = hotelOf(key);
    if (hotel !== null && gone.has(hotel)) await db.cached.delete(key);
    else
      await db.cached.where({ key }).modify((cached) => {
        cached.value = without(cached.value, gone);
      });
  }
}

/** The value without its rows of these hotels. */
function without(value: unknown, gone: ReadonlySet<number>): unknown {
  if (Array.isArray(value))
    return value.filter((row) => !isOf(row, gone)).map((row: unknown) => without(row, gone));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, without(inner, gone)]),
  );
}

/** A row names its hotel by `hotelId`. A hotel's own row is known by its `id`; its code is text. */
function isOf(row: unknown, gone: ReadonlySet<number>): boolean {
  if (!isRecord(row)) return false;
  const { id, hotelId, hotelName } = row;
  if (typeof hotelId === 'number') return gone.has(hotelId);
  return typeof id === 'number' && typeof hotelName === 'string' && gone.has(id);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
