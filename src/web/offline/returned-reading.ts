import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { returnedResponseSchema, type ReturnedResponse } from '#domain/rounds/returned.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { keptOf, readSource, type Source } from './cached-query.ts';
import type { Reading } from './cache.ts';
import { readEdition } from './reads.ts';
import { interviewClock } from './interview-clock.ts';
import { beginCorrection, correctionOf, readCorrections } from './returned-drafts.ts';
import { askForProtectionQuietly } from './storage-room.ts';
import { currentStore } from './store.ts';

/**
 * The responses that were returned to the person, with the editions that they need. One call, which
 * nearly always returns an empty list: at most once in ten minutes by a sync, and once a minute by
 * the screens that show them.
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

/** Milliseconds for which a sync does not read it again. */
const keep = 10 * 60_000;

/** Keeps what was returned on this device, so that it can be opened without a connection. */
export async function refreshReturned(): Promise<void> {
  const kept = await keptOf(source);
  // If the clock was set back, the reading's time lies in the future; hence the absolute value.
  if (!kept || Math.abs(Date.now() - kept.savedAt) > keep) await readReturned();
}

export type ReturnedHere = { response: ReturnedResponse; state: 'none' | 'waiting' };

/**
 * Returns the responses of a hotel that were returned to the person, and whose correction waits to be
 * sent. Those whose correction is under way are among the interviews to resume. Undefined until it is
 * known.
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
 * Returns whether a response is still returned to the person as it was when its correction was begun:
 * `not` where it was approved, corrected on another device or taken back, `again` where it was
 * returned once more since. Undefined while the server has not said.
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
 * Opens a returned response as a draft, with or without a connection, and returns the draft's client
 * id. Rejects when its edition is neither on this device nor to be read.
 */
export async function openReturned(response: ReturnedResponse): Promise<string> {
  const edition = await readEdition(response.surveyId, response.edition);
  const draft = await beginCorrection(currentStore(), response, edition, interviewClock);
  // From now on this device holds data that exists nowhere else.
  void askForProtectionQuietly();
  return draft.clientId;
}
