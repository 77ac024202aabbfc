import { expect, test } from 'vitest';

import { jpegSize } from './jpeg-size.ts';

const start = [0xff, 0xd8];
const exif = [0xff, 0xe1, 0, 4, 0xff, 0xc0];
const frame = [0xff, 0xc2, 0, 17, 8, 0x0b, 0xd0, 0x0f, 0xc0, 3];
const huffman = [0xff, 0xc4, 0, 3, 7];

test.each([
  ['its frame follows at once', [...start, ...frame]],
  ['it has other segments before', [...start, ...exif, ...huffman, 0xff, ...frame]],
])('the size is found where %s', (_, bytes) => {
  expect(jpegSize(new Uint8Array(bytes).buffer)).toEqual({ width: 4032, height: 3024 });
});

test.each([
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0]],
  ['nothing', []],
  ['a frame that is cut off', [...start, ...frame.slice(0, 6)]],
  ['a segment beyond the end', [...start, 0xff, 0xe1, 0xff, 0xff, ...frame]],
  ['pixels before any frame', [...start, 0xff, 0xda, 0, 2, ...frame]],
  ['something else between segments', [...start, 1, 2, ...frame]],
])('%s has no size', (_, bytes) => {
  expect(jpegSize(new Uint8Array(bytes).buffer)).toBeNull();
});
