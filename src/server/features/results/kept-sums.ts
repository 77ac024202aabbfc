import { LRUCache } from 'lru-cache';

import { bytesOf, type HotelRecords } from '#server/db/hotel-records.ts';

/** How many bytes of records a process keeps. Three years of a million responses at 20,000 hotels take as much. */
const mostBytes = 96 * 1_024 * 1_024;

/** Records by the version of the sums that they are. */
export type KeptRecords = {
  /** Returns all that is kept. Its caller holds what is dropped meanwhile. */
  all: () => Map<string, HotelRecords>;
  /** Keeps these, and notes that they were used now. */
  use: (version: string, records: HotelRecords) => void;
};

/**
 * Keeps the records that were read, up to so many bytes. Above that, those that were used longest ago are dropped.
 * A version never names other records, so what is kept is never outdated.
 */
export function keepRecords(most = mostBytes): KeptRecords {
  const kept = new LRUCache<string, HotelRecords>({
    maxSize: most,
    // An empty array takes memory too.
    sizeCalculation: (records) => bytesOf(records) + 1_024,
  });
  return {
    all: () => new Map(kept.entries()),
    use: (version, records) => {
      if (!kept.get(version)) kept.set(version, records);
    },
  };
}

/** What this process keeps. Versions are random, so they name the same records in every database. */
export const recordsOfProcess = keepRecords();
