import { expect, test } from 'vitest';

import { readRecords } from '#server/db/hotel-records.ts';
import { keepRecords } from './kept-records.ts';

/** Returns as many records of no responses. */
const records = (count: number) => readRecords(new Uint8Array(96 * count));

test('what was used longest ago is dropped when there is no room', () => {
  // A hundred records take some 10 kB.
  const kept = keepRecords(40_000);
  for (const version of ['a', 'b', 'c']) kept.use(version, records(100));
  const held = kept.all();
  kept.use('a', records(1));
  kept.use('d', records(100));
  expect([...kept.all().keys()].toSorted()).toEqual(['a', 'c', 'd']);
  // The records that came first under a version stay. A caller still has those that were dropped since.
  expect(kept.all().get('a')?.hotel).toHaveLength(100);
  expect(held.get('b')?.hotel).toHaveLength(100);
});

test('what takes more room than there is at all is not kept', () => {
  const kept = keepRecords(40_000);
  kept.use('small', records(1));
  kept.use('large', records(1_000));
  expect([...kept.all().keys()]).toEqual(['small']);
});
