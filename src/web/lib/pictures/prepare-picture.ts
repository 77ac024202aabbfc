import { askPictureWorker } from './ask-picture-worker.ts';
import {
  drawOnWhite,
  shrinkPicture,
  type OnThumbnail,
  type ShrunkPicture,
  type Sides,
} from './shrink-picture.ts';

/** Thrown when this browser has no decoder for the picture, or the file is no picture at all. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Makes a picture ready to be stored: upright, smaller, as JPEG, and without the metadata of its file (where it
 * was taken, and with which camera). Several pictures are done one after the other, because each one takes much
 * memory while it is decoded.
 *
 * @param onThumbnail called with the thumbnail as soon as it is ready
 */
export function preparePicture(
  file: Blob,
  sides: Sides,
  onThumbnail: OnThumbnail = () => undefined,
): Promise<ShrunkPicture> {
  const prepared = turn.then(async () => {
    const shrunk = await askPictureWorker({ file, sides }, onThumbnail);
    return shrunk ?? shrinkOnPage(file, sides, onThumbnail);
  });
  turn = prepared.catch(() => undefined);
  return prepared;
}

/**
 * Makes a picture smaller on the page, when the worker could not: in older browsers, and for formats that only
 * an image element can decode.
 */
async function shrinkOnPage(
  file: Blob,
  sides: Sides,
  onThumbnail: OnThumbnail,
): Promise<ShrunkPicture> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const full = { width: picture.naturalWidth, height: picture.naturalHeight };
    if (full.width === 0) throw new UnreadablePicture();
    return await shrinkPicture(picture, full, sides, newCanvas, onThumbnail);
  } catch (error) {
    throw new UnreadablePicture('This browser cannot read this picture.', { cause: error });
  } finally {
    URL.revokeObjectURL(address);
  }
}

function newCanvas(size: { width: number; height: number }) {
  const canvas = Object.assign(document.createElement('canvas'), size);
  return {
    source: canvas,
    draw: (picture: CanvasImageSource, to: typeof size) =>
      drawOnWhite(canvas.getContext('2d'), picture, to),
    toJpeg: async (quality: number) => {
      const blob = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, 'image/jpeg', quality),
      );
      if (!blob) throw new Error('The canvas gave no picture.');
      return blob.arrayBuffer();
    },
  };
}
