import { useState } from 'react';

import { useStored } from '#web/lib/use-stored.ts';
import type { Unsent } from '#web/offline/records.ts';
import type { OutboxKind, Waiting } from '#web/offline/outbox/kind.ts';
import { countOf } from '#web/offline/outbox/kinds.ts';

/**
 * The number of records a list shows at first. Rendering a thousand again after each one that is
 * sent would be slow.
 */
const page = 50;

/** The records of a kind in this state, the oldest first, and a way to see more of them. */
export function useRecords<R extends Unsent>(kind: OutboxKind<R>, state: Waiting) {
  const [shown, setShown] = useState(page);
  const stored = useStored(
    async (db) => ({
      count: await countOf(kind, db, state),
      records: await kind.inState(db, state).limit(shown).toArray(),
    }),
    [kind, state, shown],
  );
  return stored && { ...stored, showMore: () => setShown(shown + page) };
}
