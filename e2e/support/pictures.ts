import type { Page } from '@playwright/test';

/** A file as a chooser hands it over. */
type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** Written into the EXIF data, to see whether it is still somewhere. */
export const canary = 'Canary-of-the-camera';

/**
 * Returns a JPEG from this browser's own encoder: a red, green, blue and white quarter, from the top
 * left to the bottom right, as its pixels are stored.
 */
export async function aJpeg(page: Page, width = 400, height = 200): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      for (const [at, colour] of ['#f00', '#0f0', '#00f', '#fff'].entries()) {
        if (context) context.fillStyle = colour;
        context?.fillRect(((at % 2) * w) / 2, (Math.floor(at / 2) * h) / 2, w / 2, h / 2);
      }
      const reader = new FileReader();
      reader.readAsDataURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 }));
      await new Promise((read) => reader.addEventListener('load', read));
      return String(reader.result);
    },
    [width, height] as const,
  );
  return bytesOf(encoded);
}

/** Returns a JPEG of noise: more than a megabyte, also after it was made smaller. */
export async function aLargeJpeg(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(async () => {
    const [width, height] = [1600, 1200];
    const canvas = new OffscreenCanvas(width, height);
    const noise = new ImageData(width, height);
    for (let at = 0; at < noise.data.length; at += 65_536)
      crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
    for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
    canvas.getContext('2d')?.putImageData(noise, 0, 0);
    const reader = new FileReader();
    reader.readAsDataURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 }));
    await new Promise((read) => reader.addEventListener('load', read));
    return String(reader.result);
  });
  return bytesOf(encoded);
}

/** Returns the bytes of a data URL. Millions of bytes come out of a page much faster in one text. */
const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

/** Returns the JPEG with EXIF data: how the camera was held, its maker, and where it was. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const maker = Buffer.from(`${canary}\0`);
  const first = 8;
  const makerAt = first + 2 + 3 * 12 + 4;
  const gpsAt = makerAt + maker.length + (maker.length % 2);
  const latitudeAt = gpsAt + 2 + 2 * 12 + 4;
  const tiff = Buffer.alloc(latitudeAt + 24);
  tiff.write('II*\0');
  tiff.writeUInt32LE(first, 4);
  const entry = (at: number, [tag, type, count, value]: readonly number[]) => {
    tiff.writeUInt16LE(tag ?? 0, at);
    tiff.writeUInt16LE(type ?? 0, at + 2);
    tiff.writeUInt32LE(count ?? 0, at + 4);
    tiff.writeUInt32LE(value ?? 0, at + 8);
  };
  tiff.writeUInt16LE(3, first);
  entry(first + 2, [0x010f, 2, maker.length, makerAt]);
  entry(first + 14, [0x0112, 3, 1, orientation]);
  entry(first + 26, [0x8825, 4, 1, gpsAt]);
  maker.copy(tiff, makerAt);
  tiff.writeUInt16LE(2, gpsAt);
  entry(gpsAt + 2, [1, 2, 2, 'N'.codePointAt(0) ?? 0]);
  entry(gpsAt + 14, [2, 5, 3, latitudeAt]);
  for (const [at, degrees] of [48, 8, 14].entries()) {
    tiff.writeUInt32LE(degrees, latitudeAt + at * 8);
    tiff.writeUInt32LE(1, latitudeAt + at * 8 + 4);
  }
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

export function asFile(name: string, buffer: Buffer, mimeType = 'image/jpeg'): Chosen {
  return { name, mimeType, buffer };
}

/** Chooses files through the chooser that this button opens. */
export async function choose(page: Page, button: string, files: Chosen | Chosen[]) {
  const opening = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await opening).setFiles(files);
}

/** A file that the device has stored. Its bytes, one character each, are there if they were asked for. */
export type Kept = {
  kind: string;
  name: string;
  caption: string;
  mediaType: string;
  digest: string;
  width: number | null;
  height: number | null;
  size: number;
  bytes: string;
  /** The colours of its four quarters: r, g, b or w. */
  quarters: string;
  /** The longer side of its thumbnail in pixels; 0 without one. */
  thumbnailSide: number;
};

/** Returns the files that this device has stored, in the order in which they were taken. */
export function keptFiles(page: Page, { withBytes = false } = {}): Promise<Kept[]> {
  return page.evaluate(async (isWithBytes) => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const store = names.find((name) => /^user_\d+_bellwether/.test(name)) ?? '';
    const got = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('The store cannot be read.')));
      });
    const db = await got(indexedDB.open(store));
    const reading = db.transaction(['files', 'fileBytes']);
    type Row = Omit<Kept, 'bytes' | 'size'> & { clientId: string; takenAt: number };
    const rows: Row[] = await got(reading.objectStore('files').getAll());
    const parts: { clientId: string; bytes: ArrayBuffer; thumbnail: ArrayBuffer | null }[] =
      await got(reading.objectStore('fileBytes').getAll());
    db.close();
    const look = async (bytes: ArrayBuffer) => {
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const { width, height } = bitmap;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(bitmap, 0, 0);
      const colourAt = (x: number, y: number) => {
        const [r = 0, g = 0, b = 0] = context?.getImageData(x * width, y * height, 1, 1).data ?? [];
        if (r > 180 && g > 180 && b > 180) return 'w';
        return ['r', 'g', 'b'][[r, g, b].indexOf(Math.max(r, g, b))];
      };
      const places = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => colourAt(x, y)));
      return { quarters: places.join(''), side: Math.max(width, height) };
    };
    return Promise.all(
      rows
        .toSorted((one, other) => one.takenAt - other.takenAt)
        .map(async ({ clientId, kind, name, caption, mediaType, digest, width, height }) => {
          const part = parts.find((one) => one.clientId === clientId);
          const bytes = part?.bytes ?? new ArrayBuffer();
          return {
            ...{ kind, name, caption, mediaType, digest, width, height },
            size: bytes.byteLength,
            bytes: isWithBytes ? new TextDecoder('latin1').decode(bytes) : '',
            quarters: !width ? '' : (await look(bytes)).quarters,
            thumbnailSide: part?.thumbnail ? (await look(part.thumbnail)).side : 0,
          };
        }),
    );
  }, withBytes);
}
