import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { readConfig, type S3Settings } from '#server/config.ts';
import { ProblemError } from '#server/problems.ts';
import { StartError } from '#server/start-error.ts';
import { startForeignS3Server } from '#test/foreign-s3-server.ts';
import { startS3Server, type S3Server } from '#test/s3-server.ts';
import { folderStore, type DocumentStore } from './document-store.ts';
import { openStore } from './open-store.ts';
import { s3Store } from './s3-store.ts';

let folder: string;
let s3: S3Server;
let foreign: Awaited<ReturnType<typeof startForeignS3Server>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-store-'));
  s3 = await startS3Server();
  foreign = await startForeignS3Server(join(folder, 'foreign'));
});
afterAll(async () => {
  await s3.close();
  await foreign.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  s3.ailment = null;
});

const large = Buffer.alloc(10 * 1024 * 1024, 'Grüße ');
const put = async (store: DocumentStore, name: string, content: Buffer | string) => {
  const path = join(folder, 'arriving');
  await writeFile(path, content);
  await store.put(name, path);
};
const get = async (store: DocumentStore, name: string) =>
  Buffer.concat((await (await store.get(name))?.toArray()) ?? [Buffer.from('nothing')]);

describe.each([
  ['a folder', () => folderStore(join(folder, 'documents'))],
  ['a bucket', () => s3Store(s3.settings)],
  ['a bucket of another make', () => s3Store(foreign.settings)],
])('%s', (_what, open) => {
  test.each([
    ['a small document', 'small-1.txt', Buffer.from('words')],
    ['the largest document', 'large.pdf', large],
  ])('gives %s back byte for byte, again and again', async (_which, name, content) => {
    const store = open();
    await put(store, name, content);
    expect((await get(store, name)).equals(content)).toBe(true);
    expect((await get(store, name)).equals(content)).toBe(true);
  });

  test('knows nothing of what is not there, or no more', async () => {
    const store = open();
    expect(await store.get('never-there.pdf')).toBeNull();
    await store.delete('never-there.pdf');
    await put(store, 'gone.txt', 'words');
    await store.delete('gone.txt');
    expect(await store.get('gone.txt')).toBeNull();
  });

  test('takes what is put again in place of what was there', async () => {
    const store = open();
    await put(store, 'twice.txt', 'first');
    await put(store, 'twice.txt', 'second');
    expect((await get(store, 'twice.txt')).toString()).toBe('second');
  });
});

test('a storage of another make is asked at start for its bucket', async () => {
  const { settings } = foreign;
  expect(await s3Store(settings).check()).toBe(true);
  await expect(s3Store({ ...settings, bucket: 'another' }).check()).rejects.toThrow(StartError);
});

test('a folder holds what no other account may read, and no name leads out of it', async () => {
  const store = folderStore(join(folder, 'documents'));
  await expect(store.get('../arriving')).rejects.toThrow('Not a name of ours');
  expect(await readdir(folder)).toContain('documents');
});

describe('a storage that fails', () => {
  const refusal = async (act: Promise<unknown>) => {
    const error = await act.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ProblemError)) throw new Error('It did not fail as it should');
    return { status: error.status, retryAfter: error.retryAfter };
  };
  const later = { status: 503, retryAfter: 5 };

  test.each([['hangs-up'], [500], [503]] as const)(
    'by %s: nothing is kept, and it may be tried again',
    async (ailment) => {
      const store = s3Store(s3.settings);
      await put(store, 'there.txt', 'words');
      const before = s3.objects.size;
      s3.ailment = ailment;
      expect(await refusal(put(store, 'ill.txt', 'words'))).toEqual(later);
      expect(await refusal(store.get('there.txt'))).toEqual(later);
      expect(await refusal(store.delete('there.txt'))).toEqual(later);
      expect(s3.objects.size).toBe(before);
    },
  );

  test('that is not there at all', async () => {
    const nowhere = await startS3Server();
    await nowhere.close();
    const store = s3Store(nowhere.settings);
    expect(await refusal(put(store, 'a.txt', 'words'))).toEqual(later);
    expect(await refusal(store.get('a.txt'))).toEqual(later);
  });

  test('halfway through a document: the reader is told, not given half', async () => {
    const store = s3Store(s3.settings);
    await put(store, 'half.pdf', large);
    s3.ailment = 'breaks-off';
    await expect(get(store, 'half.pdf')).rejects.toThrow('aborted');
  });
});

test('a reader who stops closes the connection to the storage', async () => {
  const store = s3Store(s3.settings);
  await put(store, 'left.pdf', large);
  const before = s3.cutOff;
  const content = await store.get('left.pdf');
  content?.destroy();
  await expect.poll(() => s3.cutOff, { timeout: 10_000 }).toBe(before + 1);
});

describe('at start', () => {
  const start = (given: Partial<S3Settings>) => {
    const said: string[] = [];
    const config = { ...readConfig({}), s3: { ...s3.settings, ...given } };
    return openStore(config, (line) => said.push(line)).then(() => said);
  };

  test('settings that work are silent', async () => {
    expect(await start({})).toEqual([]);
  });

  test.each<[string, Partial<S3Settings>, RegExp]>([
    ['bucket', { bucket: 'another' }, /^S3_BUCKET: /],
    ['key', { accessKeyId: 'ANOTHER' }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: /],
    ['secret', { secretAccessKey: 'wrong-secret' }, /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: /],
  ])('a %s that cannot work is refused, the secret unsaid', async (_what, given, message) => {
    const failed = start(given);
    await expect(failed).rejects.toThrow(StartError);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.not.toThrow(/secret\+|wrong-secret/);
  });

  test('a storage that does not answer may do so later: everything else works', async () => {
    s3.ailment = 503;
    expect(await start({})).toEqual([expect.stringContaining('does not answer yet')]);
  });
});
