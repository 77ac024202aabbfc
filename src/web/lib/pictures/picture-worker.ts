import { drawOnWhite, shrinkPicture, type ShrunkPicture, type Sides } from './shrink-picture.ts';

/**
 * The worker that makes pictures smaller, so that the page stays free while a large one is decoded.
 * It takes one job after the other, and answers each with the picture, or with null where it cannot
 * read it. The page then tries it by itself.
 */

export type PictureJob = { file: Blob; sides: Sides };
export type PictureReply = ShrunkPicture | null;

async function shrink({ file, sides }: PictureJob): Promise<ShrunkPicture> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    return await shrinkPicture(picture, picture, sides, ({ width, height }) => {
      const canvas = new OffscreenCanvas(width, height);
      return {
        source: canvas,
        draw: (source, size) => drawOnWhite(canvas.getContext('2d'), source, size),
        toJpeg: async (quality) =>
          (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer(),
      };
    });
  } finally {
    picture.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<PictureJob>) => {
  void shrink(data).then(
    (shrunk) => postMessage(shrunk, { transfer: [shrunk.bytes, shrunk.thumbnail] }),
    () => postMessage(null),
  );
});
