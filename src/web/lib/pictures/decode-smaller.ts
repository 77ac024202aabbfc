import { jpegSize } from './jpeg-size.ts';
import { longestSide } from './shrink-picture.ts';

/** JPEG can be decoded at any number of eighths of its size. */
const parts = 8;

/**
 * Decodes a large JPEG at a part of its size, but no smaller than the side. A photo of 12 megapixels then needs
 * a quarter of the memory, and less time. Returns null when the browser cannot do that, or when it would gain
 * nothing. Close the frame after use.
 */
export async function decodeSmaller(file: Blob, side: number): Promise<VideoFrame | null> {
  // In a browser whose frames have no rotation, a photo would lie on its side.
  if (!('ImageDecoder' in globalThis && 'rotation' in VideoFrame.prototype)) return null;
  const data = await file.arrayBuffer();
  const full = jpegSize(data);
  if (!full) return null;
  const part = Math.ceil((parts * side) / longestSide(full)) / parts;
  if (part >= 1) return null;
  const desired = {
    desiredWidth: Math.ceil(full.width * part),
    desiredHeight: Math.ceil(full.height * part),
  };
  const decoder = new ImageDecoder({ data, type: 'image/jpeg', ...desired });
  try {
    const { image } = await decoder.decode();
    // The browser may return another size than was requested. Such a picture could be distorted or too small.
    if (image.codedWidth === desired.desiredWidth && image.codedHeight === desired.desiredHeight)
      return image;
    image.close();
    return null;
  } catch {
    return null;
  } finally {
    decoder.close();
  }
}
