import type { Query, QueryCache, QueryClient } from '@tanstack/react-query';

import { OfflineError } from '#web/lib/api.ts';
import { isBehind } from '#web/lib/query-client.ts';
import { connection } from '#web/offline/connection/connection.ts';

import { readingsOf } from './cached-query.ts';
import type { Reading } from './cache.ts';

/** Repeats every query that could not be read from the server. */
export function readAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isBehind });
}

/**
 * Reads again everything that may have changed when work of this device arrived at the server, so that an open
 * screen shows it.
 */
export function readArrived(client: QueryClient): Promise<void> {
  return client.invalidateQueries(
    readingsOf(
      ...['/api/workflow/', '/api/hotels/', '/api/rounds/', '/api/actions'],
      ...['/api/interview-sessions/', '/api/results/', '/api/responses/'],
    ),
  );
}

/**
 * Repeats failed reads of all screens without anyone's help: at once when the connection returns;
 * and when a call reached no server although we seemed online, after a pause that grows while that
 * lasts. Errors of the server itself are not retried: the person can press Retry.
 *
 * @returns a function that stops it
 */
export function readAgainWhenOnline(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!connection.isOnline) return;
    void readAgain(client).then(() => {
      const shown = client.getQueryCache().findAll({ type: 'active' });
      if (!shown.some(isUnanswered)) tries = 0;
    });
  };
  const returned = () => {
    tries = 0;
    now();
  };
  const soon = () => {
    if (timer !== undefined) return;
    const pause = Math.min(longestPause, shortestPause * 2 ** tries);
    tries += 1;
    // If the check finds no connection, `now` does nothing, and the connection's return starts the
    // next read.
    timer = setTimeout(() => void connection.check().then(now), pause);
  };
  const cache = client.getQueryCache();
  const unsubscribe = cache.subscribe(({ type, query: { queryHash } }) => {
    if (type !== 'updated' || !connection.isOnline) return;
    const query = cache.get(queryHash);
    if (query?.isActive() && isUnanswered(query)) soon();
  });
  const unfollow = connection.subscribe(returned);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unfollow();
  };
}

/** Milliseconds. */
const shortestPause = 1_000;
const longestPause = 60_000;

/** True when our server did not reply to this query: there was no reply, or something else replied. */
function isUnanswered({ state: { fetchStatus, error, data } }: Query): boolean {
  if (fetchStatus !== 'idle') return false;
  if (error !== null) return error instanceof OfflineError;
  const reading = readingIn(data);
  return reading?.isCached === true && reading.problem === undefined;
}

type AnyReading = Reading<unknown>;

function readingIn(data: unknown): AnyReading | undefined {
  const isReading = typeof data === 'object' && data !== null && 'isCached' in data;
  return isReading ? (data as AnyReading) : undefined;
}

/** Returns the oldest reading on the screen that could not be refreshed; undefined when there is none. */
export function oldestNotRefreshed(cache: QueryCache): AnyReading | undefined {
  return cache
    .findAll({ type: 'active' })
    .flatMap(({ state }) => readingIn(state.data) ?? [])
    .filter(({ problem }) => problem !== undefined)
    .toSorted((one, other) => one.savedAt - other.savedAt)[0];
}
