import { useState } from 'react';

import { useStored } from '#web/lib/use-stored.ts';
import type { Unsent } from '#web/offline/database.ts';
import type { OutboxKind, Waiting } from '#web/offline/outbox/kind.ts';

/** As many as a person looks through; a thousand rows would be drawn anew with each one sent. */
const page = 50;

/** The records of a kind in this state, the oldest first, and a way to see more of them. */
export function useRecords<R extends Unsent>(kind: OutboxKind<R>, state: Waiting) {
  const [shown, setShown] = useState(page);
  const stored = useStored(
    async (db) => ({
      count: await kind.inState(db, state).count(),
      records: await kind.inState(db, state).limit(shown).toArray(),
    }),
    [kind, state, shown],
  );
  return stored && { ...stored, showMore: () => setShown(shown + page) };
}
