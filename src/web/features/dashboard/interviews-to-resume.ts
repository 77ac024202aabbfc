import type { InterviewSession } from '#domain/interviews/session.ts';
import { formatNumber } from '#web/lib/format.ts';
import { joinResumable, type Resumable } from '#web/offline/drafts/resumable.ts';

import type { OnDevice } from './use-device.ts';

/** An interview in progress, with its hotel. */
export type ToResume = Resumable & {
  hotelId: number;
  /** Null when neither the device nor the board knows the hotel. */
  hotelName: string | null;
};

/**
 * Returns all interviews in progress on this device and on the server, with their hotels, the
 * latest first.
 */
export function interviewsToResume(
  sessions: readonly InterviewSession[],
  { drafts, ended }: Pick<OnDevice, 'drafts' | 'ended'>,
  hotelNames: ReadonlyMap<number, string>,
): ToResume[] {
  const ofSessions = sessions.map(({ clientId, hotelId }) => {
    const hotelName = hotelNames.get(hotelId) ?? null;
    return [clientId, { hotelId, hotelName }] as const;
  });
  const ofDrafts = drafts.map(
    ({ clientId, hotelId, hotel: { hotelName } }) => [clientId, { hotelId, hotelName }] as const,
  );
  const hotels = new Map([...ofSessions, ...ofDrafts]);
  return joinResumable(sessions, drafts, ended).flatMap((one) => {
    const hotel = hotels.get(one.clientId);
    return hotel ? [{ ...one, ...hotel }] : [];
  });
}

/** The most interviews that the list shows, since the page has to stay quick. */
export const mostShown = 100;

/** Returns the label of the button that shows this many more interviews. */
export function allWords(count: number): string {
  if (count <= mostShown) return `Show all ${count}`;
  return `Show ${mostShown} of ${formatNumber(count)}`;
}
