import type { Draft } from '#web/offline/database.ts';
import { endedHere } from '#web/offline/outbox.ts';
import { useStored } from '#web/offline/use-stored.ts';

/** What this device holds that the server may not know. */
export type OnDevice = {
  /** Interviews under way. */
  drafts: readonly Draft[];
  /** Client ids of interviews finished or given up here. */
  ended: ReadonlySet<string>;
  /** Finished interviews that the server has not confirmed. */
  unsentCount: number;
};

/** Undefined until the device has been asked. */
export function useDevice(): OnDevice | undefined {
  return useStored(
    async (db) => ({
      drafts: await db.drafts.toArray(),
      ended: await endedHere(db),
      unsentCount: await db.envelopes.count(),
    }),
    [],
  );
}
