import { countWords } from '#web/lib/format.ts';
import type { Envelope, HotelEdit, OfflineDatabase, Unsent } from '#web/offline/database.ts';
import { hotelEdit } from './hotel-edit.ts';
import type { OutboxKind, Waiting } from './kind.ts';
import { response } from './response.ts';

type Records = { response: Envelope; hotelEdit: HotelEdit };
export type Kind = keyof Records;

/** Every kind of work that may wait on a device. */
export const kinds = { response, hotelEdit } satisfies { [K in Kind]: OutboxKind<Records[K]> };
export const kindNames = Object.keys(kinds) as Kind[];
/**
 * The kinds as one list, for code that treats them alike. Each kind must only get records of its
 * own table.
 */
export const allKinds = Object.values(kinds) as unknown as readonly OutboxKind[];

/**
 * How many records, and in words: "2 responses and 1 hotel change". The words are empty for none.
 */
export type Counted = { count: number; words: string };

/** Counts what the server still has to get, without what a person must decide. */
export function countUnsent(db: OfflineDatabase): Promise<Counted> {
  return countEach(async (kind) => {
    const counts = [kind.inState(db, 'waiting').count(), kind.inState(db, 'attention').count()];
    return sum(await Promise.all(counts));
  });
}

/** Counts everything in the outbox, including what a person must decide. */
export function countHere(db: OfflineDatabase): Promise<Counted> {
  return countEach((kind) => kind.table(db).count());
}

async function countEach(countOf: (kind: OutboxKind) => PromiseLike<number>): Promise<Counted> {
  const counts = await Promise.all(allKinds.map(countOf));
  const words = allKinds.flatMap(({ noun }, at) => {
    const count = counts[at] ?? 0;
    return count > 0 ? [countWords(count, noun)] : [];
  });
  return { count: sum(counts), words: words.join(' and ') };
}

/** Returns how many records of all kinds are in this state. */
export async function countIn(db: OfflineDatabase, state: Waiting): Promise<number> {
  return sum(await Promise.all(allKinds.map((kind) => kind.inState(db, state).count())));
}

/**
 * Deletes every unsent record: "Clear all pending sync data". Receipts and drafts stay. So does
 * what a person must decide: that is decided one by one.
 */
export async function discardAll(db: OfflineDatabase): Promise<void> {
  const tables = allKinds.map((kind) => kind.table(db));
  await db.transaction('rw', tables, async () => {
    for (const kind of allKinds)
      for (const state of ['waiting', 'attention'] as const) await kind.inState(db, state).delete();
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Sets a refused record back to `waiting`. */
export async function retryRecord(
  kind: OutboxKind,
  db: OfflineDatabase,
  clientId: string,
): Promise<void> {
  await kind.table(db).update(clientId, { state: 'waiting', reason: null, nextAttemptAt: 0 });
}

/** Deletes an unsent record. Call this only for a person who was told what is lost. */
export async function discardRecord<R extends Unsent>(
  kind: OutboxKind<R>,
  db: OfflineDatabase,
  clientId: string,
): Promise<void> {
  await kind.table(db).where('clientId').equals(clientId).delete();
}
