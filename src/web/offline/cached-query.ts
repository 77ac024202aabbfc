import { queryOptions } from '@tanstack/react-query';
import type { ZodType } from 'zod';

import { call } from '#web/lib/api.ts';
import { dayHere } from '#web/lib/days.ts';
import { cachedRead, keptReading, type Reading } from './cache.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

/** Something that the server can be asked for, and of which the device keeps the last reading. */
export type Source<T> = {
  path: string;
  query?: Query;
  schema: ZodType<T>;
  /** Finds what this device has of it, where that is more than the reading of this address. */
  kept?: () => Promise<Reading<T> | null>;
  /** The name of the reading on devices of the last release. */
  formerly?: string;
};

/**
 * The one way in which screens read: from the server, and from this device where the server cannot
 * be reached. The key is the address, so that two screens that ask for the same share the answer;
 * what changes a record refreshes its readings by the path they begin with ({@link readingsOf}).
 */
export function cachedQuery<T>(source: Source<T>) {
  return queryOptions({
    queryKey: keyOf(source),
    queryFn: ({ signal }) => readSource(source, signal),
  });
}

/** The same outside a component. */
export function readSource<T>(source: Source<T>, signal?: AbortSignal): Promise<Reading<T>> {
  const { path, query = {}, schema, kept = () => keptOf(source) } = source;
  const read = () => call({ path, query, schema, ...(signal && { signal }) });
  return cachedRead(nameOf(source), read, schema, kept);
}

/** The last reading on this device, if there is one that today's schema understands. */
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

/** What the screen shows of a reading, where it does not say how old the reading is. */
export function valueOf<T>({ value }: Reading<T>): T {
  return value;
}

/** Without a query, the path alone: that matches every query of the path. */
function keyOf({ path, query }: Source<unknown>) {
  return query ? ([path, query] as const) : ([path] as const);
}

/** The name of the reading in the device's store. */
function nameOf({ path, query = {} }: Source<unknown>): string {
  const asked = JSON.stringify(withSpan(query));
  return asked === '{}' ? path : `${path} ${asked}`;
}

/** A range up to today is kept by its length: tomorrow's last 30 days, offline, are today's. */
export function withSpan({ from, to, ...rest }: Query) {
  const isUpToNow = to === dayHere(Date.now());
  if (!isUpToNow || typeof from !== 'string') return { ...rest, from, to };
  return { ...rest, days: (Date.parse(to) - Date.parse(from)) / 86_400_000 };
}
