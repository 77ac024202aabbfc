import { queryOptions, skipToken } from '@tanstack/react-query';
import type { ZodType } from 'zod';

import { callAgain, type Versioned } from '#web/lib/api.ts';
import { dayHere } from '#web/lib/days.ts';
import { ownTask } from '#web/lib/own-task.ts';
import { cachedRead, hasKept, keptReading, type Reading } from './cache.ts';
import { heldOf, noteVersion, type QueryOf } from './held-versions.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

/** Something to read from the server. The device stores the last reading of it. */
export type Source<T> = {
  path: string;
  query?: Query;
  schema: ZodType<T>;
  /** Finds what this device has, if that is more than the reading of this address. */
  kept?: () => Promise<Reading<T> | null>;
  /** The name under which devices with the last release stored the reading. */
  formerly?: string;
  /** Set when a screen may show the first part of the source before the whole has arrived. */
  beginning?: Beginning<T>;
};

/** The parts of a source from which a reading gets its name. */
type Address = Pick<Source<unknown>, 'path' | 'query' | 'formerly'>;

/** The first part of something large, which a screen shows while the rest is on its way. */
type Beginning<T> = {
  /** The query parameters, in addition to the source's own, with which the server sends only the beginning. */
  query: Query;
  /** Returns whether the beginning is already the whole. Then nothing else is read. */
  isAll: (value: T) => boolean;
};

/**
 * Returns the query for a source. Screens that work offline read this way: from the server, or from
 * this device when the server cannot be reached. The query key is the address, so that two screens
 * with the same address share one reading. A change to a record refreshes its readings by the path
 * they begin with ({@link readingsOf}).
 */
export function cachedQuery<T>(source: Source<T>) {
  return queryOptions({
    queryKey: keyOf(source),
    queryFn: ({ signal, ...query }) => readIfNewer(source, signal, query),
  });
}

/**
 * Returns the query for the beginning of a source. This query never reads by itself. The source's own query
 * puts the beginning into it, if it reads one.
 */
export function beginningQuery<T>(source: Source<T>) {
  return queryOptions<Reading<T>>({ queryKey: beginningKey(source), queryFn: skipToken });
}

/** Reads a source outside a component, from the server or from this device. */
export async function readSource<T>(source: Source<T>, signal?: AbortSignal): Promise<Reading<T>> {
  return (await readVersion(source, () => ask(source, signal))).reading;
}

/**
 * Reads a source for a query. If the query holds a version, the server need not send what has not changed
 * since.
 */
async function readIfNewer<T>(
  source: Source<T>,
  signal: AbortSignal,
  query: QueryOf,
): Promise<Reading<T>> {
  const held = heldOf<T>(query);
  const { reading, version } = await readVersion(
    source,
    async () => (await readBeginning(source, signal, query)) ?? ask(source, signal, held),
  );
  noteVersion(query, version);
  return reading;
}

async function readVersion<T>(source: Source<T>, askServer: () => Promise<Versioned<T>>) {
  const { schema, kept = () => keptOf(source) } = source;
  // A screen begins many reads at once, and beginning one takes a slow phone some milliseconds.
  await ownTask();
  let version: string | undefined;
  const read = async () => {
    const answer = await askServer();
    ({ version } = answer);
    return answer.value;
  };
  const reading = await cachedRead(nameOf(source), read, schema, kept);
  return { reading, version: reading.isCached ? undefined : version };
}

function ask<T>(
  { path, query = {}, schema }: Source<T>,
  signal?: AbortSignal,
  held?: Versioned<T>,
): Promise<Versioned<T>> {
  return callAgain({ path, query, schema, ...(signal && { signal }) }, held);
}

/**
 * Reads the beginning and shows it, when neither the query nor the device has anything to show. Returns the
 * beginning if it is already the whole. Ignores a failure, because the whole is read next.
 */
async function readBeginning<T>(
  source: Source<T>,
  signal: AbortSignal,
  { client, queryKey }: QueryOf,
): Promise<Versioned<T> | undefined> {
  const { query, beginning } = source;
  if (!beginning || client.getQueryData(queryKey) !== undefined) return undefined;
  if (await hasKept(namesOf(source))) return undefined;
  const first = { ...source, query: { ...query, ...beginning.query } };
  const answer = await ask(first, signal).catch(() => undefined);
  if (!answer || beginning.isAll(answer.value)) return answer;
  const reading = { value: answer.value, savedAt: Date.now(), isCached: false };
  client.setQueryData<Reading<T>>(beginningKey(source), reading);
  return undefined;
}

/**
 * Returns the last reading on this device; null when there is none or today's schema rejects it.
 */
export async function keptOf<T>(source: Source<T>): Promise<Reading<T> | null> {
  const { formerly, schema } = source;
  const reading = await keptReading(nameOf(source), schema);
  return reading ?? (formerly === undefined ? null : keptReading(formerly, schema));
}

/** Filters the queries whose addresses begin with one of these paths. */
export function readingsOf(...paths: readonly string[]) {
  return {
    predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
      paths.some((one) => typeof path === 'string' && path.startsWith(one)),
  };
}

/** Returns the value of a reading, for screens that do not show how old it is. */
export function valueOf<T>({ value }: Reading<T>): T {
  return value;
}

/**
 * Returns the query key. Without a query it is the path alone, which matches every query of the
 * path.
 */
function keyOf({ path, query }: Address) {
  return query ? ([path, query] as const) : ([path] as const);
}

function beginningKey<T>({ path, query, beginning }: Source<T>) {
  return [path, { ...query, ...beginning?.query }] as const;
}

/** Returns the names under which the device may have the reading. */
function namesOf({ formerly, ...address }: Address): string[] {
  return [nameOf(address), ...(formerly === undefined ? [] : [formerly])];
}

/** Returns the name of the reading in the device's store. */
function nameOf({ path, query = {} }: Address): string {
  const asked = JSON.stringify(withSpan(query));
  return asked === '{}' ? path : `${path} ${asked}`;
}

/**
 * Replaces a range that ends today by its length in days. That way a reading of "the last 30 days"
 * is found again tomorrow, when the device may be offline.
 */
export function withSpan({ from, to, ...rest }: Query) {
  const isUpToNow = to === dayHere(Date.now());
  if (!isUpToNow || typeof from !== 'string') return { ...rest, from, to };
  return { ...rest, days: (Date.parse(to) - Date.parse(from)) / 86_400_000 };
}
