import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Sums of closed days and months that a process keeps, by their versions. */
export type Kept<Sums> = {
  /** Returns all that is kept. Its caller holds what is dropped meanwhile. */
  all: () => Map<string, Sums>;
  /** Keeps these, and notes that they were used now. */
  use: (version: string, sums: Sums) => void;
};

/**
 * Keeps the sums that were read, up to so many bytes. Above that, those that were used longest ago are dropped.
 * A version is a random number that never names other sums, in any database, so what is kept is never outdated.
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

/** The condition that sums with this version are kept, so that the database need not send them. */
export const isKept = (version: RawBuilder<unknown>, kept: ReadonlyMap<string, unknown>) =>
  sql<boolean>`${version} = any (${`{${[...kept.keys()].map((one) => `"${one}"`).join()}}`}::text[])`;
