import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];
/** A filled shape, whose corners are in the drawing's own units. */
export type Shape = { readonly color: Color; readonly corners: readonly Point[] };
/** Flat shapes on a background. Later ones cover earlier ones. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  readonly ground: Color;
  readonly shapes: readonly Shape[];
};

/** Each pixel is the mean of this many samples in each direction, which makes edges smooth. */
const finer = 2;

/** Returns the drawing as a PNG with this many pixels for each unit of the drawing. */
export function drawPicture(drawing: Drawing, pixels = 1): Buffer {
  const [width, height] = [drawing.width * pixels, drawing.height * pixels];
  const colors = Uint8Array.from(
    [drawing.ground, ...drawing.shapes.map(({ color }) => color)].flat(),
  );
  const fine = { width: width * finer, height: height * finer };
  const marks = new Uint8Array(fine.width * fine.height);
  for (const [index, { corners }] of drawing.shapes.entries())
    fill(
      marks,
      fine,
      corners.map(([x, y]) => [x * pixels * finer, y * pixels * finer]),
      index + 1,
    );
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = y * finer * fine.width + x * finer;
      const to = y * (1 + 3 * width) + 1 + 3 * x;
      for (let part = 0; part < 3; part += 1)
        rows[to + part] = meanAt(marks, colors, fine.width, from, part);
    }
  return png(width, height, rows);
}

/** Marks the pixels whose centre lies within the corners. */
function fill(
  marks: Uint8Array,
  { width, height }: { width: number; height: number },
  corners: readonly Point[],
  mark: number,
): void {
  const heights = corners.map(([, y]) => y);
  const last = Math.min(height - 1, Math.ceil(Math.max(...heights)));
  for (let row = Math.max(0, Math.floor(Math.min(...heights))); row <= last; row += 1) {
    const middle = row + 0.5;
    const crossings = corners
      .flatMap(([x, y], place) => {
        const [nextX, nextY] = corners[(place + 1) % corners.length] ?? [x, y];
        if (y <= middle === nextY <= middle) return [];
        return [x + ((middle - y) / (nextY - y)) * (nextX - x)];
      })
      .toSorted((a, b) => a - b);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.round(crossings[pair] ?? 0));
      const to = Math.min(width, Math.round(crossings[pair + 1] ?? 0));
      if (to > from) marks.fill(mark, row * width + from, row * width + to);
    }
  }
}

/**
 * Returns the mean of one colour channel around a place. It runs a million times, so it works on
 * plain numbers and creates no objects.
 */
function meanAt(
  marks: Uint8Array,
  colors: Uint8Array,
  width: number,
  place: number,
  part: number,
): number {
  let sum = 0;
  for (let down = 0; down < finer; down += 1)
    for (let across = 0; across < finer; across += 1)
      sum += colors[3 * (marks[place + down * width + across] ?? 0) + part] ?? 0;
  return Math.round(sum / finer ** 2);
}

/** Returns a PNG of these rows: each begins with a 0, and has three bytes for each pixel. */
function png(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
