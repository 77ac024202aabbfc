import type { Table } from 'dexie';

import { countWords } from '#web/lib/format.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { durably } from '#web/offline/store/durably.ts';
import type { PlanCommand } from '#web/offline/store/exit-plan-records.ts';
import type { Envelope, HotelEdit, StoredFile, Unsent } from '#web/offline/store/records.ts';
import { evidence } from './evidence.ts';
import { exitPlan } from './exit-plan.ts';
import { hotelEdit } from './hotel-edit.ts';
import type { OutboxKind, Waiting } from './kind.ts';
import { response } from './response.ts';

type Records = {
  response: Envelope;
  hotelEdit: HotelEdit;
  exitPlan: PlanCommand;
  evidence: StoredFile;
};
export type Kind = keyof Records;

/** Every kind of work that may wait on a device. */
export const kinds = { response, hotelEdit, exitPlan, evidence } satisfies {
  [K in Kind]: OutboxKind<Records[K]>;
};
/**
 * The kinds as one list, for code that treats them alike. Each kind must only get records of its
 * own table.
 */
export const allKinds = Object.values(kinds) as unknown as readonly OutboxKind[];

/**
 * A number of records, also in words: "2 responses and 1 hotel change". The words are empty when there are
 * none.
 */
export type Counted = { count: number; words: string };

/** Counts what the server still has to get, without what a person must decide. */
export function countUnsent(db: OfflineDatabase): Promise<Counted> {
  return countEach(db, ['waiting', 'attention']);
}

/** Counts everything in the outbox, including what a person must decide. */
export function countHere(db: OfflineDatabase): Promise<Counted> {
  return countEach(db, ['waiting', 'attention', 'decide']);
}

async function countEach(db: OfflineDatabase, states: readonly Waiting[]): Promise<Counted> {
  const counted = await Promise.all(
    allKinds.map(async (kind) => {
      const counts = states.map((state) => countOf(kind, db, state));
      const count = sum(await Promise.all(counts));
      const noun = count > 0 && kind.nounOf ? await kind.nounOf(db) : kind.noun;
      return { count, words: count > 0 ? countWords(count, noun) : '' };
    }),
  );
  const words = counted.flatMap((one) => one.words || []);
  return { count: sum(counted.map(({ count }) => count)), words: joinWords(words) };
}

/** Returns for example "2 responses, 1 hotel change and 3 photos". */
function joinWords(words: readonly string[]): string {
  const [last = '', ...rest] = words.toReversed();
  return rest.length > 0 ? `${rest.toReversed().join(', ')} and ${last}` : last;
}

/** Returns how many records of all kinds are in this state. */
export async function countIn(db: OfflineDatabase, state: Waiting): Promise<number> {
  return sum(await Promise.all(allKinds.map((kind) => countOf(kind, db, state))));
}

/** Returns how many records of this kind are in this state. */
export async function countOf<R extends Unsent>(
  kind: OutboxKind<R>,
  db: OfflineDatabase,
  state: Waiting,
): Promise<number> {
  return kind.countIn ? kind.countIn(db, state) : kind.inState(db, state).count();
}

/**
 * Deletes every unsent record: "Clear all pending sync data". Receipts and drafts stay. So does what a person
 * must decide: that is decided one by one. Afterwards only deletions wait: those of the discarded responses'
 * files that the server already has.
 */
export async function discardAll(db: OfflineDatabase): Promise<void> {
  await db.transaction(
    'rw',
    allKinds.flatMap((kind) => tablesToDiscard(kind, db)),
    async () => {
      const taken = new Set<string>();
      for (const kind of allKinds) {
        const waiting = await kind.inState(db, 'waiting').toArray();
        const refused = await kind.inState(db, 'attention').toArray();
        for (const record of [...waiting, ...refused]) {
          if (taken.has(record.clientId)) continue;
          for (const id of await discard(kind, db, record)) taken.add(id);
        }
      }
    },
  );
}

/**
 * Deletes a record, and returns the client ids of the other records that were deleted with it. Call it in a
 * transaction.
 */
async function discard(
  kind: OutboxKind,
  db: OfflineDatabase,
  record: Unsent,
): Promise<readonly string[]> {
  for (const table of tablesOf(kind, db)) await table.delete(record.clientId);
  return (await kind.along?.take(db, record)) ?? [];
}

/** Returns every table that holds a part of the kind's records. */
function tablesOf(kind: OutboxKind, db: OfflineDatabase): Table<unknown, string>[] {
  return [kind.table(db), ...(kind.beside?.(db) ?? [])];
}

/** Returns every table from which {@link discard} deletes. */
function tablesToDiscard(kind: OutboxKind, db: OfflineDatabase): Table<unknown, string>[] {
  return [...tablesOf(kind, db), ...(kind.along?.tables(db) ?? [])];
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
  await durably(db, () =>
    kind.table(db).update(clientId, { state: 'waiting', reason: null, nextAttemptAt: 0 }),
  );
}

/**
 * Deletes an unsent record and the records that belong to it. Call this only after the person has read what
 * will be lost.
 */
export async function discardRecord<R extends Unsent>(
  ofKind: OutboxKind<R>,
  db: OfflineDatabase,
  clientId: string,
): Promise<void> {
  const kind = ofKind as unknown as OutboxKind;
  await durably(db, () =>
    db.transaction('rw', tablesToDiscard(kind, db), async () => {
      const record = await kind.table(db).get(clientId);
      if (record) await discard(kind, db, record);
    }),
  );
}
