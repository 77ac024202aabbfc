import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { lastDays } from '#web/lib/days.ts';
import { waitFor } from '#test/wait-for.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { beginningQuery, cachedQuery, keptOf, readingsOf, readSource } from './cached-query.ts';

let users = 8_000;
let asked: string[] = [];
beforeEach(() => {
  takeStore((users += 1));
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response('"new"', { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  releaseStore();
});

const words = { path: '/api/words', schema: z.string() };
const isKept = (key: string) =>
  waitFor(async () => expect(await currentStore().cached.get(key)).toBeDefined());
const offline = () => vi.spyOn(connection, 'isOnline', 'get').mockReturnValue(false);

test('a query requests its address, and is stored under that address', async () => {
  const { queryKey, queryFn } = cachedQuery({ ...words, query: { page: 2, of: undefined } });
  expect(queryKey).toEqual(['/api/words', { page: 2, of: undefined }]);
  const client = new QueryClient();
  const reading = await client.fetchQuery({ queryKey, queryFn: queryFn! });
  expect(reading).toMatchObject({ value: 'new', isCached: false });
  expect(asked).toEqual(['/api/words?page=2']);
  await isKept('/api/words {"page":2}');
});

test('reads that begin together send their requests in separate tasks', async () => {
  const tasks: (() => void)[] = [];
  vi.stubGlobal('scheduler', { postTask: (act: () => void) => tasks.push(act) });
  const reads = ['/api/a', '/api/b'].map((path) => readSource({ ...words, path }));
  expect(tasks).toHaveLength(reads.length);
  tasks[0]?.();
  await reads[0];
  expect(asked).toEqual(['/api/a']);
  tasks[1]?.();
  await reads[1];
  expect(asked).toEqual(['/api/a', '/api/b']);
  for (const keep of tasks.slice(reads.length)) keep();
  await Promise.all(['/api/a', '/api/b'].map(isKept));
});

test('on a later day, a range up to today is found by its length', async () => {
  const now = Date.now();
  await readSource({ ...words, query: lastDays(30, now) });
  await waitFor(async () => expect(await currentStore().cached.count()).toBe(1));
  vi.spyOn(Date, 'now').mockReturnValue(now + 86_400_000);
  offline();
  const later = { ...words, query: lastDays(30, Date.now()) };
  expect(await readSource(later)).toMatchObject({ value: 'new', isCached: true });
});

describe('data stored by the last release', () => {
  const former = { ...words, query: { page: 1 }, formerly: 'results /api/words {"page":1}' };
  beforeEach(() =>
    currentStore().cached.put({ key: former.formerly, value: 'old', savedAt: 1_000 }),
  );

  test('is shown offline until there is data of this release', async () => {
    expect((await keptOf(former))?.value).toBe('old');
    await readSource(former);
    await isKept('/api/words {"page":1}');
    expect((await keptOf(former))?.value).toBe('new');
  });

  test('stays readable when the schema has a new field with a default', async () => {
    await currentStore().cached.put({ key: '/api/hotel', value: { id: 7 }, savedAt: 1_000 });
    const grown = z.object({ id: z.int(), stars: z.int().nullable().default(null) });
    const reading = await keptOf({ path: '/api/hotel', schema: grown });
    expect(reading?.value).toEqual({ id: 7, stars: null });
  });
});

describe('a source whose first part can be read separately', () => {
  const all = ['a', 'b', 'c'];
  let client: QueryClient;
  let whole = all;
  let refused: string[] = [];
  let known: (string | null)[] = [];
  beforeEach(() => {
    client = new QueryClient();
    [whole, refused, known] = [all, [], []];
    vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
      asked.push(path);
      known.push(headers.get('if-none-match'));
      if (refused.includes(path)) return new Response('{}', { status: 400 });
      const letters = path.endsWith('first=2') ? whole.slice(0, 2) : whole;
      const etag = `"${letters.join('')}"`;
      return Response.json({ of: whole.length, letters }, { headers: { etag } });
    });
  });
  const schema = z.object({ of: z.int(), letters: z.array(z.string()) });
  const source = {
    ...{ path: '/api/letters', schema, formerly: 'letters' },
    beginning: {
      query: { first: 2 },
      isAll: ({ of, letters }: z.infer<typeof schema>) => letters.length === of,
    },
  };
  const { queryKey, queryFn } = cachedQuery(source);
  const read = () => client.fetchQuery({ queryKey, queryFn: queryFn!, staleTime: 0 });
  const begun = () => client.getQueryData(beginningQuery(source).queryKey)?.value.letters;
  const [first, rest] = ['/api/letters?first=2', '/api/letters'];

  test('shows the first part until the whole has arrived, and stores only the whole', async () => {
    const seen: unknown[] = [];
    client.getQueryCache().subscribe(() => seen.push(begun(), client.getQueryData(queryKey)));
    expect((await read()).value.letters).toEqual(all);
    expect(asked).toEqual([first, rest]);
    expect(seen).toContainEqual(['a', 'b']);
    await isKept('/api/letters');
    expect(await currentStore().cached.toCollection().primaryKeys()).toEqual(['/api/letters']);
    expect((await keptOf(source))?.value.letters).toEqual(all);
  });

  test('makes no second call when the first part is everything, and keeps its version', async () => {
    whole = ['a', 'b'];
    expect((await read()).value.letters).toEqual(whole);
    expect(asked).toEqual([first]);
    expect(begun()).toBeUndefined();
    await isKept('/api/letters');
    await read();
    expect(asked).toEqual([first, rest]);
    expect(known).toEqual([null, '"ab"']);
  });

  test.each(['/api/letters', 'letters'])(
    'does not read the first part when the device has stored data under %s',
    async (key) => {
      const value = { of: 1, letters: ['z'] };
      await currentStore().cached.put({ key, value, savedAt: 1_000 });
      expect((await read()).value.letters).toEqual(all);
      expect(asked).toEqual([rest]);
    },
  );

  test('does not read the first part when the query already has data', async () => {
    const value = { of: 1, letters: ['z'] };
    client.setQueryData(queryKey, { value, savedAt: 1_000, isCached: false });
    await read();
    expect(asked).toEqual([rest]);
  });

  test('reads the whole even if the first part was refused', async () => {
    refused = [first];
    expect((await read()).value.letters).toEqual(all);
    expect(asked).toEqual([first, rest]);
  });
});

test('a change refreshes the queries whose address starts with the given one', () => {
  const { predicate } = readingsOf('/api/results/', '/api/responses/');
  expect(predicate({ queryKey: ['/api/results/summary', { from: '' }] })).toBe(true);
  expect(predicate({ queryKey: ['/api/responses/7'] })).toBe(true);
  expect(predicate({ queryKey: ['/api/hotels'] })).toBe(false);
  expect(predicate({ queryKey: [7] })).toBe(false);
});
