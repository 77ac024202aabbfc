import { endedHere } from '#web/offline/outbox/interviews.ts';
import { useStored } from './use-stored.ts';

/**
 * What this device knows of a hotel's interviews: those under way here, and the client ids of all
 * that were finished or given up here. Undefined until it has been asked.
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
