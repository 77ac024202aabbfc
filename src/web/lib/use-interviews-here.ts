import { endedHere } from '#web/offline/drafts/ended-here.ts';
import { useStored } from './use-stored.ts';

/**
 * Returns what this device knows about a hotel's interviews: the drafts, and the client ids of all
 * that were finished or given up here. Undefined until the store has been read.
 */
export function useInterviewsHere(hotelId: number) {
  return useStored(
    async (db) => ({
      drafts: await db.drafts.where('hotelId').equals(hotelId).toArray(),
      ended: await endedHere(db),
    }),
    [hotelId],
  );
}
