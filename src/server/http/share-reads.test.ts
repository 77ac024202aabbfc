import { expect, test } from 'vitest';

import { shareReads } from './share-reads.ts';

/** Reads that run until the test ends them. */
function heldReads() {
  const begun: PromiseWithResolvers<string>[] = [];
  const read = shareReads<string>();
  const ask = (key = 'board') =>
    read(key, () => {
      const one = Promise.withResolvers<string>();
      begun.push(one);
      return one.promise;
    });
  return { begun, ask };
}

test('requests that come while a read runs wait for the next one, and share it', async () => {
  const { begun, ask } = heldReads();
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve('before');
  expect(await first).toEqual({ value: 'before', isOwn: true });
  expect(begun).toHaveLength(2);
  begun[1]?.resolve('after');
  expect(await Promise.all(others)).toEqual([
    { value: 'after', isOwn: true },
    { value: 'after', isOwn: false },
    { value: 'after', isOwn: false },
  ]);
  expect(begun).toHaveLength(2);
});

test('a request that comes while the second read runs gets a third read', async () => {
  const { begun, ask } = heldReads();
  const first = ask();
  const second = ask();
  begun[0]?.resolve('first');
  await first;
  const third = ask();
  begun[1]?.resolve('second');
  expect((await second).value).toBe('second');
  begun[2]?.resolve('third');
  expect((await third).value).toBe('third');
});

test('a read with another key does not wait', async () => {
  const { begun, ask } = heldReads();
  const all = ask('{"kind":"all"}');
  const connies = ask('{"kind":"assigned","userId":3}');
  expect(begun).toHaveLength(2);
  begun[1]?.resolve('hers');
  expect(await connies).toEqual({ value: 'hers', isOwn: true });
  begun[0]?.resolve('all');
  expect((await all).value).toBe('all');
});

test('a failed read rejects only the requests that waited for it, and the next read runs', async () => {
  const { begun, ask } = heldReads();
  const first = ask();
  const second = ask();
  const alsoSecond = ask();
  begun[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  begun[1]?.reject(new Error('lost again'));
  await expect(second).rejects.toThrow('lost again');
  await expect(alsoSecond).rejects.toThrow('lost again');
  const later = ask();
  begun[2]?.resolve('back');
  expect(await later).toEqual({ value: 'back', isOwn: true });
});

test('the result of a read that has ended is not used again', async () => {
  const { begun, ask } = heldReads();
  const first = ask();
  begun[0]?.resolve('once');
  await first;
  const second = ask();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve('twice');
  expect((await second).value).toBe('twice');
});
