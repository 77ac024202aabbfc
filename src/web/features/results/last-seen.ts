import type { ZodType } from 'zod';

import { call } from '#web/lib/api.ts';
import { dayHere } from '#web/lib/days.ts';
import { cachedRead, type Reading } from '#web/offline/cache.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

type Read<T> = { path: string; query?: Query; schema: ZodType<T>; signal: AbortSignal };

/** Figures from the server, and where it cannot be reached, as this device saw them last. */
export function readOrLastSeen<T>(read: Read<T>): Promise<Reading<T>> {
  const key = `results ${read.path} ${JSON.stringify(withSpan(read.query ?? {}))}`;
  return cachedRead(key, () => call(read), read.schema);
}

/** What the screen shows of a reading. */
export function valueOf<T>({ value }: Reading<T>): T {
  return value;
}

/** A range up to today is kept by its length: tomorrow's last 30 days, offline, are today's. */
function withSpan({ from, to, ...rest }: Query) {
  const isUpToNow = to === dayHere(Date.now());
  if (!isUpToNow || typeof from !== 'string') return { ...rest, from, to };
  return { ...rest, days: (Date.parse(to) - Date.parse(from)) / 86_400_000 };
}
