import { LRUCache } from 'lru-cache';

import type { Db } from '#server/db/statements/transaction.ts';

/** The number of refusals of one kind that the audit trail records one by one, each hour. */
const recordedOneByOne = 5;
const anHour = 3_600_000;
/** The number of counts in memory. Above it, the one that was used longest ago is forgotten. */
const mostCounted = 10_000;

type Count = { since: number; refusals: number };
const counts = new WeakMap<Db, LRUCache<string, Count>>();

/**
 * Counts a refusal, so that nobody can flood the audit trail, in which nothing is ever deleted.
 * Returns the event's details, or null when the trail should record nothing. It records the first
 * five refusals of an hour, then the 10th, the 100th, the 1,000th and so on, each with its number.
 *
 * The counts are in this process's memory, so a flood costs the database nothing.
 *
 * @param what the person and the kind of thing that was refused: `17 hotel`
 */
export function countRefusal(
  { db, now }: { db: Db; now: () => number },
  what: string,
): { refusalsThisHour?: number } | null {
  const known = counts.get(db) ?? new LRUCache<string, Count>({ max: mostCounted });
  counts.set(db, known);
  const last = known.get(what);
  const isSameHour = last !== undefined && now() < last.since + anHour;
  const count = isSameHour ? last : { since: now(), refusals: 0 };
  count.refusals += 1;
  known.set(what, count);
  if (count.refusals <= recordedOneByOne) return {};
  return /^10+$/.test(String(count.refusals)) ? { refusalsThisHour: count.refusals } : null;
}
