import 'fake-indexeddb/auto';

import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { waitFor } from '#test/wait-for.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { useStored } from './use-stored.ts';

let users = 8_000;
afterEach(releaseStore);

function takeOwnStore() {
  takeStore((users += 1));
  return currentStore();
}

test('a query that a closing store ended is started again when the store is open again', async () => {
  const db = takeOwnStore();
  await db.cached.put({ key: 'k', value: 1, savedAt: 1 });
  db.close();
  const ended = db.cached.count().catch((error: Error) => error.name);
  const { result } = renderHook(() => useStored((store) => store.cached.count()));
  // The query runs a task after it was subscribed.
  await new Promise((done) => setTimeout(done, 20));
  expect(await ended).toBe('DatabaseClosedError');
  expect(result.current).toBeUndefined();
  await db.open();
  await waitFor(() => expect(result.current).toBe(1));
});

test('the first opening of a store starts no query twice', async () => {
  // A store that is created counts as changed, so this one exists already.
  await takeOwnStore().open();
  releaseStore();
  takeStore(users);
  let reads = 0;
  const { result } = renderHook(() =>
    useStored((store) => {
      reads += 1;
      return store.cached.count();
    }),
  );
  await waitFor(() => expect(result.current).toBe(0));
  expect(currentStore().isOpen()).toBe(true);
  expect(reads).toBe(1);
});
