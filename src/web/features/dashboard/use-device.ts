import type { Draft } from '#web/offline/store/records.ts';
import { endedHere } from '#web/offline/drafts/ended-here.ts';
import { editedHotels, type EditedHotel } from '#web/offline/outbox/hotel-edit.ts';
import { countHere, type Counted } from '#web/offline/outbox/kinds.ts';
import { useStored } from '#web/lib/use-stored.ts';

/** What this device has and the server may not know. */
export type OnDevice = {
  /** Interviews in progress. */
  drafts: readonly Draft[];
  /** Client ids of interviews that were completed or given up on this device. */
  ended: ReadonlySet<string>;
  /** The number of records of every kind that the server has not confirmed. */
  unsent: Counted;
  /** Hotels that were changed on this device. The board may not have these changes yet. */
  edited: ReadonlyMap<number, EditedHotel>;
};

/** Undefined until the device's store has been read. */
export function useDevice(): OnDevice | undefined {
  return useStored(
    async (db) => ({
      drafts: await db.drafts.toArray(),
      ended: await endedHere(db),
      unsent: await countHere(db),
      edited: await editedHotels(db),
    }),
    [],
  );
}
