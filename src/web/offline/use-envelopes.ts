import { useState } from 'react';

import type { Envelope } from './database.ts';
import { inState } from './outbox.ts';
import { useStored } from './use-stored.ts';

/** As many as a person looks through; a thousand rows would be drawn anew with each one sent. */
const page = 50;

/** The responses in this state, the oldest first, and a way to see more of them. */
export function useEnvelopes(state: Envelope['state']) {
  const [shown, setShown] = useState(page);
  const stored = useStored(
    async (db) => ({
      count: await inState(db, state).count(),
      envelopes: await inState(db, state).limit(shown).toArray(),
    }),
    [state, shown],
  );
  return stored && { ...stored, showMore: () => setShown(shown + page) };
}
