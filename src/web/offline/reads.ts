import { z } from 'zod';

import { hotelSchema, type Hotel } from '#domain/hotels/hotel.ts';
import { sessionSchema, type InterviewSession } from '#domain/interviews/session.ts';
import { editionSchema, type Edition } from '#domain/surveys/edition.ts';
import { surveySchema, type Survey } from '#domain/surveys/survey.ts';
import { call, OfflineError } from '#web/lib/api.ts';
import { cachedRead, keptReading, readOnce, type Reading } from './cache.ts';

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
  const path = `/api/surveys/${surveyId}/editions/${number}`;
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
export async function readHotel(id: number): Promise<Reading<Hotel>> {
  const path = `/api/hotels/${id}`;
  try {
    return await cachedRead(path, () => call({ path, schema: hotelSchema }), hotelSchema);
  } catch (error) {
    const list = error instanceof OfflineError && (await keptReading(hotelsPath, hotelsSchema));
    const hotel = list && list.value.find((one) => one.id === id);
    if (!hotel) throw error;
    return { ...list, value: hotel };
  }
}

export function readSessions(hotelId: number): Promise<Reading<InterviewSession[]>> {
  const path = `/api/interview-sessions/hotel/${hotelId}`;
  return cachedRead(path, () => call({ path, schema: sessionsSchema }), sessionsSchema);
}

/** Reads all of it again, so that the next interview can begin with no connection. */
export async function refreshReads(): Promise<void> {
  const surveys = await readSurveys();
  for (const { id, status, edition } of surveys.value)
    if (status === 'active' && edition !== null) await readEdition(id, edition);
  const hotels = await keptReading(hotelsPath, hotelsSchema);
  if (!hotels || Date.now() - hotels.savedAt > hotelsKeep) await readHotels();
}

/** Milliseconds. The list of hotels is large, and changes little. */
const hotelsKeep = 60 * 60_000;
