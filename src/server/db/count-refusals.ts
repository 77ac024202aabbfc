import { LRUCache } from 'lru-cache';

import type { Db } from './transaction.ts';

/** Refusals of one kind that the trail tells one by one, each hour. */
const toldEach = 5;
const anHour = 3_600_000;
/** Whoever was refused longest ago is forgotten first. */
const mostCounted = 10_000;

type Count = { since: number; refusals: number };
const counts = new WeakMap<Db, LRUCache<string, Count>>();

/**
 * Counts a refusal, so that nobody can flood the trail, in which nothing is ever deleted. Returns
 * what the trail is to say of it: nothing (null), or the event's details. The first five of an hour
 * are told, then the 10th, the 100th, the 1,000th and so on, each with its number.
 *
 * The counts are this process's own memory: a flood costs the database nothing.
 *
 * @param what who was refused which kind of thing: `17 hotel`
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
  if (count.refusals <= toldEach) return {};
  return /^10+$/.test(String(count.refusals)) ? { refusalsThisHour: count.refusals } : null;
}
