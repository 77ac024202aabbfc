import { z } from 'zod';

import { hotelSchema, type Hotel } from '#domain/hotels/hotel.ts';
import { sessionSchema, type InterviewSession } from '#domain/interviews/session.ts';
import { editionSchema, type Edition } from '#domain/surveys/edition.ts';
import { surveySchema, type Survey } from '#domain/surveys/survey.ts';
import { call } from '#web/lib/api.ts';
import { cachedRead, keptReading, readOnce, type Reading } from './cache.ts';
import { editionPath } from './envelope.ts';

/** What an interview needs of the server, readable with no connection after one visit. */

const surveysSchema = z.array(surveySchema);
const hotelsSchema = z.array(hotelSchema);
const sessionsSchema = z.array(sessionSchema);

export function readSurveys(): Promise<Reading<Survey[]>> {
  const path = '/api/surveys';
  return cachedRead(path, () => call({ path, schema: surveysSchema }), surveysSchema);
}

/** An edition never changes, so the device's is as good as the server's. */
export function readEdition(surveyId: number, number: number): Promise<Edition> {
  const path = editionPath({ surveyId, number });
  return readOnce(path, () => call({ path, schema: editionSchema }), editionSchema);
}

export function readHotels(): Promise<Reading<Hotel[]>> {
  return cachedRead(
    hotelsPath,
    () => call({ path: hotelsPath, schema: hotelsSchema }),
    hotelsSchema,
  );
}
const hotelsPath = '/api/hotels';

/** One hotel; where the server cannot be asked, as the list of hotels had it. */
export function readHotel(id: number): Promise<Reading<Hotel>> {
  const path = `/api/hotels/${id}`;
  const kept = async () => {
    const alone = await keptReading(path, hotelSchema);
    if (alone) return alone;
    const list = await keptReading(hotelsPath, hotelsSchema);
    const hotel = list?.value.find((one) => one.id === id);
    return list && hotel ? { ...list, value: hotel } : null;
  };
  return cachedRead(path, () => call({ path, schema: hotelSchema }), hotelSchema, kept);
}

/** A hotel's interviews; where the server cannot be asked, as the lists on this device had them. */
export function readSessions(hotelId: number): Promise<Reading<InterviewSession[]>> {
  const path = `/api/interview-sessions/hotel/${hotelId}`;
  const kept = async () => {
    const ofHotel = await keptReading(path, sessionsSchema);
    return latestOf(hotelId, ofHotel, await keptReading(underWayKey, sessionsSchema));
  };
  return cachedRead(path, () => call({ path, schema: sessionsSchema }), sessionsSchema, kept);
}

/** The interviews under way at all hotels: what the dashboard shows. */
export function readSessionsUnderWay(signal?: AbortSignal): Promise<Reading<InterviewSession[]>> {
  const path = '/api/interview-sessions/all';
  const query = { status: 'in_progress' };
  return cachedRead(
    underWayKey,
    () => call({ path, query, schema: sessionsSchema, ...(signal && { signal }) }),
    sessionsSchema,
  );
}
const underWayKey = 'dashboard /api/interview-sessions/all';

type Sessions = Reading<InterviewSession[]> | null;

/** The later reading says what is under way; what is completed stands in the hotel's own alone. */
function latestOf(hotelId: number, ofHotel: Sessions, underWay: Sessions): Sessions {
  if (!underWay || (ofHotel && ofHotel.savedAt >= underWay.savedAt)) return ofHotel;
  const completed = ofHotel?.value.filter(({ status }) => status === 'completed') ?? [];
  const here = underWay.value.filter((session) => session.hotelId === hotelId);
  return { ...underWay, value: [...here, ...completed] };
}

/** Reads all of it again, so that the next interview can begin with no connection. */
export async function refreshReads(): Promise<void> {
  const surveys = await readSurveys();
  for (const { id, status, edition } of surveys.value)
    if (status === 'active' && edition !== null) await readEdition(id, edition);
  // An interview under way asks the edition it began with, which may be an earlier one.
  const underWay = await keptReading(underWayKey, sessionsSchema);
  for (const { surveyId, edition } of underWay?.value ?? [])
    await readEdition(surveyId, edition).catch(() => undefined);
  const hotels = await keptReading(hotelsPath, hotelsSchema);
  // A clock that was set back makes its reading one of the future.
  if (!hotels || Math.abs(Date.now() - hotels.savedAt) > hotelsKeep) await readHotels();
}

/** Milliseconds. The list of hotels is large, and changes little. */
const hotelsKeep = 60 * 60_000;
