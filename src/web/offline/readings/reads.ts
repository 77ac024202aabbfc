import { z } from 'zod';

import { hotelSchema, type Hotel } from '#domain/hotels/hotel.ts';
import { sessionSchema, type InterviewSession } from '#domain/interviews/session.ts';
import { editionSchema, type Edition } from '#domain/surveys/edition.ts';
import { surveySchema } from '#domain/surveys/survey.ts';
import { call } from '#web/lib/api.ts';
import { editionPath } from '#web/offline/store/edition-path.ts';

import { cachedQuery, keptOf, readSource, type Source } from './cached-query.ts';
import { readOnce, type Reading } from './cache.ts';

/** The sources that an interview needs. After one visit the device has them without a connection. */

const surveys = { path: '/api/surveys', schema: z.array(surveySchema) };
const hotels = { path: '/api/hotels', schema: z.array(hotelSchema) };

/** All surveys that the person may see, the most recently changed first. */
export const surveysQuery = cachedQuery(surveys);

/** All hotels that the person may see, by name. */
export const hotelsQuery = cachedQuery(hotels);

/**
 * Returns the list of hotels from this device without waiting for the server; null when the device has none.
 */
export const keptHotels = () => keptOf(hotels);

/**
 * Returns an edition. An edition never changes, so the device's copy is as good as the server's.
 */
export function readEdition(surveyId: number, number: number): Promise<Edition> {
  const path = editionPath({ surveyId, number });
  return readOnce(path, () => call({ path, schema: editionSchema }), editionSchema);
}

/**
 * Returns the source of one hotel. Without a connection it falls back to the hotel's row in the
 * list.
 */
function hotel(id: number): Source<Hotel> {
  const alone = { path: `/api/hotels/${id}`, schema: hotelSchema };
  const kept = async () => {
    const reading = await keptOf(alone);
    if (reading) return reading;
    const list = await keptOf(hotels);
    const listed = list?.value.find((one) => one.id === id);
    return list && listed ? { ...list, value: listed } : null;
  };
  return { ...alone, kept };
}
export const hotelQuery = (id: number) => cachedQuery(hotel(id));
export const readHotel = (id: number) => readSource(hotel(id));

/**
 * Returns the source of a hotel's interviews. Without a connection it falls back to the lists on
 * this device.
 */
function sessions(hotelId: number): Source<InterviewSession[]> {
  const ofHotel = {
    path: `/api/interview-sessions/hotel/${hotelId}`,
    schema: z.array(sessionSchema),
  };
  const kept = async () => latestOf(hotelId, await keptOf(ofHotel), await keptOf(sessionsUnderWay));
  return { ...ofHotel, kept };
}
export const sessionsQuery = (hotelId: number) => cachedQuery(sessions(hotelId));
export const readSessions = (hotelId: number) => readSource(sessions(hotelId));

/** The interviews under way at all hotels, as the dashboard shows them. */
export const sessionsUnderWay: Source<InterviewSession[]> = {
  path: '/api/interview-sessions/all',
  query: { status: 'in_progress' },
  schema: z.array(sessionSchema),
  formerly: 'dashboard /api/interview-sessions/all',
};
export const sessionsUnderWayQuery = cachedQuery(sessionsUnderWay);

type Sessions = Reading<InterviewSession[]> | null;

/**
 * Joins the two lists. The later reading decides what is under way. Completed interviews are only
 * in the hotel's own list.
 */
function latestOf(hotelId: number, ofHotel: Sessions, underWay: Sessions): Sessions {
  if (!underWay || (ofHotel && ofHotel.savedAt >= underWay.savedAt)) return ofHotel;
  const completed = ofHotel?.value.filter(({ status }) => status === 'completed') ?? [];
  const here = underWay.value.filter((session) => session.hotelId === hotelId);
  return { ...underWay, value: [...here, ...completed] };
}

/** Reads everything that an interview needs again, so that the next one can begin without a connection. */
export async function refreshReads(): Promise<void> {
  const { value } = await readSource(surveys);
  for (const { id, status, edition } of value)
    if (status === 'active' && edition !== null) await readEdition(id, edition);
  // An interview under way uses the edition it began with, which may be an earlier one.
  const underWay = await keptOf(sessionsUnderWay);
  for (const { surveyId, edition } of underWay?.value ?? [])
    await readEdition(surveyId, edition).catch(() => undefined);
  const { refreshReturned } = await import('./returned-reading.ts');
  await refreshReturned();
  const list = await keptOf(hotels);
  // If the clock was set back, the reading's time lies in the future; hence the absolute value.
  if (!list || Math.abs(Date.now() - list.savedAt) > hotelsKeep) await readSource(hotels);
}

/** Milliseconds for which the list of hotels is not read again: it is large and changes little. */
const hotelsKeep = 60 * 60_000;
