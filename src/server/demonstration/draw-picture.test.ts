import { crc32, inflateSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { drawPicture, type Color, type Drawing } from './draw-picture.ts';

const [black, white]: Color[] = [
  [0, 0, 0],
  [255, 255, 255],
];
const drawing: Drawing = {
  ...{ width: 8, height: 4, ground: white! },
  shapes: [
    {
      color: black!,
      corners: [
        [2, 1],
        [6, 1],
        [6, 3],
        [2, 3],
      ],
    },
  ],
};

/** Returns the parts of a PNG, each with its checksum checked. */
function chunksOf(png: Buffer) {
  const chunks: { name: string; content: Buffer }[] = [];
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.push({
      name: png.toString('latin1', at + 4, at + 8),
      content: png.subarray(at + 8, end),
    });
    at = end + 4;
  }
  return chunks;
}

/** Returns the red of each pixel, row by row. */
function redOf(png: Buffer): number[][] {
  const [head, data] = chunksOf(png);
  const [width, height] = [head!.content.readUInt32BE(0), head!.content.readUInt32BE(4)];
  const rows = inflateSync(data!.content);
  expect(rows).toHaveLength(height * (1 + 3 * width));
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => rows[y * (1 + 3 * width) + 1 + 3 * x]!),
  );
}

test('the picture is a PNG with the shape in its place', () => {
  const png = drawPicture(drawing);
  expect(png.toString('hex', 0, 8)).toBe('89504e470d0a1a0a');
  expect(chunksOf(png).map(({ name }) => name)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [none, some] = [Array<number>(8).fill(255), [255, 255, 0, 0, 0, 0, 255, 255]];
  expect(redOf(png)).toEqual([none, some, some, none]);
});

test('half as large, an edge between two pixels is grey', () => {
  expect(redOf(drawPicture(drawing, 0.5))).toEqual([
    [255, 128, 128, 255],
    [255, 128, 128, 255],
  ]);
});
