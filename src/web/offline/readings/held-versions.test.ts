import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { waitFor } from '#test/wait-for.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { releaseStore, takeStore } from '#web/offline/store/store.ts';

import { cachedQuery } from './cached-query.ts';

let users = 9_000;
/** The versions that the device sent, and the value that the server has. */
let named: (string | null)[] = [];
let stored = ['a', 'b'];
beforeEach(() => {
  takeStore((users += 1));
  named = [];
  stored = ['a', 'b'];
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Headers }) => {
    const version = `W/"${stored.join()}"`;
    named.push(headers.get('if-none-match'));
    if (named.at(-1) === version) return new Response(null, { status: 304 });
    const answer = { 'content-type': 'application/json', etag: version };
    return new Response(JSON.stringify(stored), { headers: answer });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  releaseStore();
});

const words = cachedQuery({ path: '/api/words', schema: z.array(z.string()) });
const read = (client: QueryClient) => client.fetchQuery({ ...words, staleTime: 0 });

test('unchanged data is requested with its version, and stays', async () => {
  const client = new QueryClient();
  const first = await read(client);
  const again = await read(client);
  expect(named).toEqual([null, 'W/"a,b"']);
  expect(again).toMatchObject({ value: ['a', 'b'], isCached: false });
  expect(again.savedAt).toBeGreaterThanOrEqual(first.savedAt);
  expect(again.value).toBe(first.value);
});

test('changed data is sent whole, and later requested with its new version', async () => {
  const client = new QueryClient();
  await read(client);
  stored = ['a', 'c'];
  expect((await read(client)).value).toEqual(['a', 'c']);
  expect((await read(client)).value).toEqual(['a', 'c']);
  expect(named).toEqual([null, 'W/"a,b"', 'W/"a,c"']);
});

test('data that a screen has replaced is requested without a version', async () => {
  const client = new QueryClient();
  await read(client);
  client.setQueryData(words.queryKey, (held) => held && { ...held, value: ['mine'] });
  expect((await read(client)).value).toEqual(['a', 'b']);
  expect(named).toEqual([null, null]);
});

test('data from the device has no version', async () => {
  const client = new QueryClient();
  await read(client);
  const online = vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);
  await waitFor(async () => expect((await read(client)).isCached).toBe(true));
  online.mockRestore();
  named = [];
  expect(await read(client)).toMatchObject({ value: ['a', 'b'], isCached: false });
  expect(named).toEqual([null]);
});

test('another client has no versions', async () => {
  await read(new QueryClient());
  await read(new QueryClient());
  expect(named).toEqual([null, null]);
});
