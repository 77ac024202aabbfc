import { responseInputSchema, type ParsedResponse } from '#domain/responses/response.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';

/** Reads a finished interview from its bytes; null when today's schema rejects them. */
export function readHeld({ body }: { body: string }): ParsedResponse | null {
  try {
    return responseInputSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** The hotels, survey and job titles of interviews held on this device, the latest first. */
export type HeldBefore = {
  /** The hotels' ids. */
  hotels: number[];
  surveyId: number | undefined;
  jobTitles: string[];
};

/** How many finished interviews are read. More would only repeat the same hotels. */
const mostLookedAt = 40;

/**
 * Returns where and with whom interviews were held on this device. It reads only records that the
 * device has anyway (drafts, envelopes and receipts) and stores nothing, so nothing stays behind
 * when the person signs out.
 */
export async function readHeldBefore(db: OfflineDatabase): Promise<HeldBefore> {
  const drafts = await db.drafts.toArray();
  const waiting = await db.envelopes.toArray();
  const sent = await db.receipts.orderBy('receivedAt').reverse().limit(mostLookedAt).toArray();
  const underWay = drafts.map(({ hotelId, edition, respondentJobTitle, startedAt }) => ({
    ...{ hotelId, surveyId: edition.surveyId, respondentJobTitle, at: startedAt },
  }));
  const finished = [...waiting, ...sent]
    .toSorted((a, b) => b.completedAt - a.completedAt)
    .slice(0, mostLookedAt)
    .flatMap((record) => {
      const held = readHeld(record);
      if (!held) return [];
      const { hotelId, surveyId, respondentJobTitle } = held;
      return [{ hotelId, surveyId, respondentJobTitle, at: record.completedAt }];
    });
  const latest = [...underWay, ...finished].toSorted((a, b) => b.at - a.at);
  return {
    hotels: [...new Set(latest.flatMap(({ hotelId }) => hotelId ?? []))],
    surveyId: latest[0]?.surveyId,
    jobTitles: [...new Set(latest.map((one) => one.respondentJobTitle))],
  };
}
