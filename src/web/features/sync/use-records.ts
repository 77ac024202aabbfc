import { useState } from 'react';

import { useStored } from '#web/lib/use-stored.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Unsent } from '#web/offline/store/records.ts';
import type { OutboxKind, Waiting } from '#web/offline/outbox/kind.ts';
import { countOf } from '#web/offline/outbox/kinds.ts';
import { distinctNames } from './distinct-names.ts';

/**
 * The number of records a list shows at first. Rendering a thousand again after each one that is
 * sent would be slow.
 */
const page = 50;

/**
 * Returns the records of a kind in this state, the oldest first, the questions to which they belong, a name for
 * the buttons of each, and a function that shows more of them.
 */
export function useRecords<R extends Unsent>(kind: OutboxKind<R>, state: Waiting) {
  const [shown, setShown] = useState(page);
  const stored = useStored((db) => readRecords(kind, db, state, shown), [kind, state, shown]);
  if (!stored) return undefined;
  const { records } = stored;
  const names = distinctNames(
    records.map((record) => `the ${kind.noun} of ${kind.words(record).of}`),
  );
  return { ...stored, names, showMore: () => setShown(shown + page) };
}

/**
 * Reads the first records and how many there are. It counts only when there may be more than these. A live
 * query that counts runs again whenever any record of the table changes, so an empty list would be read again
 * for each photo that is sent.
 */
export async function readRecords<R extends Unsent>(
  kind: OutboxKind<R>,
  db: OfflineDatabase,
  state: Waiting,
  most: number,
): Promise<{ count: number; records: R[]; questions: ReadonlyMap<string, string> }> {
  const records = await kind.inState(db, state).limit(most).toArray();
  const count = records.length < most ? records.length : await countOf(kind, db, state);
  const questions = (await kind.questionsOf?.(db, records)) ?? new Map<string, string>();
  return { count, records, questions };
}
