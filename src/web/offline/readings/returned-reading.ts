import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { returnedResponseSchema, type ReturnedResponse } from '#domain/rounds/returned.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { interviewClock } from '#web/offline/drafts/interview-clock.ts';
import {
  beginCorrection,
  correctionOf,
  readCorrections,
} from '#web/offline/drafts/returned-drafts.ts';
import { askForPersistentStorageQuietly } from '#web/offline/store/storage-room.ts';
import { currentStore } from '#web/offline/store/store.ts';

import { keptOf, readSource, type Source } from './cached-query.ts';
import type { Reading } from './cache.ts';
import { readEdition } from './reads.ts';

/**
 * The source of the responses that were returned to the person. The call nearly always returns an empty list. A
 * sync makes it at most once in ten minutes, and the screens that show these responses once a minute.
 */

const source: Source<ReturnedResponse[]> = {
  path: '/api/responses/returned',
  schema: z.array(returnedResponseSchema),
};

async function readReturned(signal?: AbortSignal): Promise<Reading<ReturnedResponse[]>> {
  const reading = await readSource(source, signal);
  for (const { surveyId, edition } of reading.value)
    await readEdition(surveyId, edition).catch(() => undefined);
  return reading;
}

const returnedQuery = queryOptions({
  queryKey: [source.path],
  queryFn: ({ signal }) => readReturned(signal),
  staleTime: 60_000,
});

/** Milliseconds for which a sync does not read the returned responses again. */
const keep = 10 * 60_000;

/**
 * Stores the returned responses and their editions on this device, so that they can be opened without a
 * connection.
 */
export async function refreshReturned(): Promise<void> {
  const kept = await keptOf(source);
  // If the clock was set back, the reading's time lies in the future; hence the absolute value.
  if (!kept || Math.abs(Date.now() - kept.savedAt) > keep) await readReturned();
}

export type ReturnedHere = { response: ReturnedResponse; state: 'none' | 'waiting' };

/**
 * Returns the responses of a hotel that were returned to the person and are not yet corrected, or whose
 * correction waits to be sent. A correction under way is listed among the interviews to resume. Undefined until
 * it is known.
 */
export function useReturned(hotelId: number): ReturnedHere[] | undefined {
  const { data } = useQuery(returnedQuery);
  const listed = data?.value.filter((response) => response.hotelId === hotelId) ?? [];
  const names = listed.map(({ clientId }) => clientId).join(' ');
  const here = useStored(
    async (db) => (names === '' ? null : readCorrections(db, listed)),
    [names],
  );
  if (listed.length === 0) return data && [];
  if (!here) return undefined;
  return listed.flatMap((response) => {
    const state = correctionOf(response, here);
    return state === 'none' || state === 'waiting' ? { response, state } : [];
  });
}

/**
 * Returns whether a response is still returned to the person as it was when its correction was begun: `not`
 * when it was approved, corrected on another device or taken back, `again` when it was returned once more
 * since. Undefined until the server has replied.
 */
export function useStillReturned(
  draft: Pick<ReturnedResponse, 'clientId' | 'returnedAt'> | undefined,
): 'yes' | 'again' | 'not' | undefined {
  const { data } = useQuery({ ...returnedQuery, enabled: draft !== undefined });
  if (!draft || !data || data.isCached) return undefined;
  const listed = data.value.find(({ clientId }) => clientId === draft.clientId);
  if (!listed) return 'not';
  return Date.parse(listed.returnedAt) > Date.parse(draft.returnedAt) ? 'again' : 'yes';
}

/**
 * Opens a returned response as a draft, with or without a connection, and returns the draft's client id.
 * Rejects when this device does not have the edition and cannot read it from the server.
 */
export async function openReturned(response: ReturnedResponse): Promise<string> {
  const edition = await readEdition(response.surveyId, response.edition);
  const draft = await beginCorrection(currentStore(), response, edition, interviewClock);
  // From now on this device holds data that exists nowhere else.
  void askForPersistentStorageQuietly();
  return draft.clientId;
}
