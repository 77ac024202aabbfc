import { expect, test } from 'vitest';

import { keepSums } from './kept-sums.ts';

const keep = () => keepSums<Buffer>(40_000, ({ length }) => length);

test('the sums that were used longest ago are dropped when there is no room', () => {
  const kept = keep();
  for (const version of ['a', 'b', 'c']) kept.use(version, Buffer.alloc(10_000));
  const held = kept.all();
  kept.use('a', Buffer.alloc(1));
  kept.use('d', Buffer.alloc(10_000));
  expect([...kept.all().keys()].toSorted()).toEqual(['a', 'c', 'd']);
  // The sums that were kept first under a version stay. A map that a caller got before still has sums that were
  // dropped since.
  expect(kept.all().get('a')).toHaveLength(10_000);
  expect(held.get('b')).toHaveLength(10_000);
});

test('sums that are larger than the whole room are not kept', () => {
  const kept = keep();
  kept.use('small', Buffer.alloc(100));
  kept.use('large', Buffer.alloc(100_000));
  expect([...kept.all().keys()]).toEqual(['small']);
});
