import type { Draft } from '#web/offline/database.ts';
import { endedHere } from '#web/offline/outbox/interviews.ts';
import { editedHotels, type EditedHotel } from '#web/offline/outbox/hotel-edit.ts';
import { countHere, type Counted } from '#web/offline/outbox/kinds.ts';
import { useStored } from '#web/lib/use-stored.ts';

/** What this device holds that the server may not know. */
export type OnDevice = {
  /** Interviews under way. */
  drafts: readonly Draft[];
  /** Client ids of interviews finished or given up here. */
  ended: ReadonlySet<string>;
  /** What the server has not confirmed, of every kind of work. */
  unsent: Counted;
  /** Hotels that were changed here, which the board's reading may not know. */
  edited: ReadonlyMap<number, EditedHotel>;
};

/** Undefined until the device has been asked. */
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
