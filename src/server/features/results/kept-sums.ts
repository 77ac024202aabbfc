import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Sums of closed days and months that a process keeps, by their versions. */
export type Kept<Sums> = {
  /** Returns all that is kept. The caller's map still has what is dropped later. */
  all: () => Map<string, Sums>;
  /** Keeps these sums, and notes that they were used now. */
  use: (version: string, sums: Sums) => void;
};

/**
 * Returns a store for sums, which keeps up to `most` bytes of them in memory. Above that, it drops those
 * that were used longest ago. A version is a random number: other sums always have another version, in any
 * database. So what is kept is never outdated.
 */
export function keepSums<Sums extends object>(
  most: number,
  bytesOf: (sums: Sums) => number,
): Kept<Sums> {
  const kept = new LRUCache<string, Sums>({
    maxSize: most,
    // An empty array takes memory too.
    sizeCalculation: (sums) => bytesOf(sums) + 1_024,
  });
  return {
    all: () => new Map(kept.entries()),
    use: (version, sums) => {
      if (!kept.get(version)) kept.set(version, sums);
    },
  };
}

/** Returns the condition that the process keeps sums with this version, so that the database need not send them. */
export const isKept = (version: RawBuilder<unknown>, kept: ReadonlyMap<string, unknown>) =>
  sql<boolean>`${version} = any (${`{${[...kept.keys()].map((one) => `"${one}"`).join()}}`}::text[])`;
