import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { Versioned } from '#web/lib/api.ts';
import type { Reading } from './cache.ts';

/*
 * Keeps the version that the server gave to each query's value. With the version, the server sends only what
 * has changed since. That saves half a megabyte when a screen reads a board of 20,000 hotels again and nothing
 * has changed.
 *
 * Only the version's name is kept here, attached to the query. The query itself holds the value in memory. So
 * this stores nothing on the device, and the version is gone when sign-out removes the query.
 *
 * A screen may change what a query holds, to show a change before it is read again. Then the version no longer
 * matches the value, so it is dropped, and the next read gets the whole reply.
 */
const versions = new WeakMap<object, string>();
const watched = new WeakSet<QueryClient>();

/** A query, named by its client and key. */
export type QueryOf = { client: QueryClient; queryKey: QueryKey };

/** Returns the query's value with its version; undefined when the value is not exactly what the server sent. */
export function heldOf<T>({ client, queryKey }: QueryOf): Versioned<T> | undefined {
  const query = client.getQueryCache().find<Reading<T>>({ queryKey });
  const version = query && versions.get(query);
  const held = query?.state.data;
  return held && version !== undefined ? { value: held.value, version } : undefined;
}

/** Notes the version of the value that the query is about to get; undefined when the value has no version. */
export function noteVersion({ client, queryKey }: QueryOf, version: string | undefined): void {
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  versions.delete(query);
  if (version === undefined) return;
  versions.set(query, version);
  if (!watched.has(client)) watch(client);
}

/** Drops the version of every query whose value a screen replaces. */
function watch(client: QueryClient): void {
  watched.add(client);
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.action.manual)
      versions.delete(event.query);
  });
}
