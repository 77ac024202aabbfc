import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { Versioned } from '#web/lib/api.ts';
import type { Reading } from './cache.ts';

/*
 * The version of what each query holds, as the server named it. With it a query asks only for what has
 * changed since: a board of 20,000 hotels that a screen reads again is half a megabyte, or nothing.
 *
 * Only the name of the version is kept here, and only beside the query. The value is what the query
 * itself holds in memory. So this leaves nothing on the device, and goes with the query at sign-out.
 *
 * A screen may change what a query holds, to show a change before it is read again. The version is no
 * longer that of the value then, so it is dropped, and the next read gets the whole reply.
 */
const versions = new WeakMap<object, string>();
const watched = new WeakSet<QueryClient>();

/** Which query of which client. */
export type QueryOf = { client: QueryClient; queryKey: QueryKey };

/** Returns what the query holds with its version, if it is exactly what the server sent. */
export function heldOf<T>({ client, queryKey }: QueryOf): Versioned<T> | undefined {
  const query = client.getQueryCache().find<Reading<T>>({ queryKey });
  const version = query && versions.get(query);
  const held = query?.state.data;
  return held && version !== undefined ? { value: held.value, version } : undefined;
}

/** Notes the version of what the query gets now; undefined where it has none. */
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
