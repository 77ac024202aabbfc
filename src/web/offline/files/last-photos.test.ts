import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Previous, Said } from '#domain/rounds/reassessment.ts';
import { forgetLost } from '#web/offline/readings/forget-readings.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';

import { keepPhotos, keptPhotos, mostBytes, mostPhotos, wantedPhotos } from './last-photos.ts';

let users = 7_900;
let asked: string[];
/** The size of every thumbnail in bytes, and the paths of thumbnails that cannot be read. */
let size: number;
const lost = new Set<string>();
beforeEach(() => {
  takeStore((users += 1));
  [asked, size] = [[], 10];
  lost.clear();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (lost.has(path)) throw new TypeError('Failed to fetch');
    return new Response(new Uint8Array(size), { headers: { 'content-type': 'image/jpeg' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  releaseStore();
});

const photo = (fileId: string, more: object = {}) =>
  ({ fileId, kind: 'photo', caption: '', hasThumbnail: true, ...more }) as Said['files'][number];
const previous = (...files: Said['files'][]): Previous => ({
  ...{ roundId: 9, hotelId: 5, questions: [], before: null },
  answers: files.map((own, place) => ({
    key: `id:${place}`,
    said: [
      {
        ...{ responseId: place, completedAt: '2026-03-12T10:00:00Z', answer: 'No', note: '' },
        ...{ finding: true, files: own },
      },
    ],
  })),
});
const kept = async () => [...(await keptPhotos(9)).keys()];

test('thumbnails are stored, and read once', async () => {
  const both = previous([photo('a')], [photo('b')]);
  await keepPhotos(both);
  expect(await kept()).toEqual(['a', 'b']);
  expect(asked).toEqual(['/api/evidence/a/thumbnail', '/api/evidence/b/thumbnail']);
  await keepPhotos(both);
  expect(asked).toHaveLength(2);
});

test('a photo that cannot be read is skipped and tried again, and stored ones stay', async () => {
  const three = previous([photo('b')], [photo('a')], [photo('c')]);
  await keepPhotos(previous([photo('a')]));
  for (const one of ['a', 'b']) lost.add(`/api/evidence/${one}/thumbnail`);
  await keepPhotos(three);
  expect(await kept()).toEqual(['a', 'c']);
  lost.clear();
  await keepPhotos(three);
  expect(await kept()).toEqual(['b', 'a', 'c']);
});

test('no more photos are stored than there is room for', async () => {
  const many = Array.from({ length: mostPhotos + 5 }, (_, n) => photo(`p${n}`));
  await keepPhotos(previous(many));
  expect(await kept()).toHaveLength(mostPhotos);
  size = mostBytes / 2;
  await keepPhotos(previous([photo('x'), photo('y'), photo('z')]));
  expect(await kept()).toEqual(['x', 'y']);
});

test('every question has its first photo before any has its second', () => {
  const { answers } = previous(
    [photo('a1'), photo('a2'), photo('a3', { kind: 'signature' })],
    [photo('b1', { hasThumbnail: false }), photo('b2')],
  );
  expect(wantedPhotos(answers)).toEqual(['a1', 'b2', 'a2']);
});

test('photos are deleted with their own hotel only', async () => {
  await keepPhotos(previous([photo('a')]));
  expect(await kept()).toEqual(['a']);
  const db = currentStore();
  const hotels = [5, 6].map((id) => ({ id, hotelName: 'H' }));
  await db.cached.put({ key: '/api/hotels', value: hotels, savedAt: 1 });
  await forgetLost(db, '/api/hotels', hotels.slice(0, 1));
  expect(await kept()).toEqual(['a']);
  await forgetLost(db, '/api/hotels', []);
  expect(await kept()).toEqual([]);
});
