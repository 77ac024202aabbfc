import { decodeSmaller } from './decode-smaller.ts';
import {
  drawOnWhite,
  shrinkPicture,
  type PictureCanvas,
  type ShrunkPicture,
  type Sides,
  type Size,
} from './shrink-picture.ts';

/**
 * The worker that makes pictures smaller, so that the page stays free while a large one is decoded. It handles
 * one job after the other. For each job it posts the thumbnail and then the picture, or null when it cannot
 * read the picture. The page then tries to read the picture itself.
 */

export type PictureJob = { file: Blob; sides: Sides };
export type PictureReply = { thumbnail: ArrayBuffer } | { shrunk: ShrunkPicture | null };

async function shrink({ file, sides }: PictureJob): Promise<ShrunkPicture> {
  const picture =
    (await decodeSmaller(file, sides.picture)) ??
    (await createImageBitmap(file, { imageOrientation: 'from-image' }));
  try {
    const onThumbnail = (thumbnail: ArrayBuffer) => reply({ thumbnail });
    return await shrinkPicture(picture, uprightSize(picture), sides, newCanvas, onThumbnail);
  } finally {
    picture.close();
  }
}

function newCanvas({ width, height }: Size): PictureCanvas {
  const canvas = new OffscreenCanvas(width, height);
  return {
    source: canvas,
    draw: (source, size) => drawOnWhite(canvas.getContext('2d'), source, size),
    toJpeg: async (quality) =>
      (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer(),
  };
}

function reply(said: PictureReply, transfer: Transferable[] = []): void {
  postMessage(said, { transfer });
}

function uprightSize(picture: VideoFrame | ImageBitmap): Size {
  if (picture instanceof ImageBitmap) return picture;
  return { width: picture.displayWidth, height: picture.displayHeight };
}

addEventListener('message', ({ data }: MessageEvent<PictureJob>) => {
  void shrink(data).then(
    (shrunk) => reply({ shrunk }, [shrunk.bytes, shrunk.thumbnail]),
    () => reply({ shrunk: null }),
  );
});
