import type { Size } from './shrink-picture.ts';

/**
 * Returns the size in a JPEG's header. It is the size of the stored pixels: a photo from a phone that was held
 * upright may lie on its side. Returns null for anything else, and when no size is found.
 */
export function jpegSize(bytes: ArrayBuffer): Size | null {
  const view = new DataView(bytes);
  if (view.byteLength < 2 || view.getUint16(0) !== startOfImage) return null;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === startOfScan) return null;
    // A segment may be preceded by any number of bytes 0xff. Its length counts itself.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

const startOfImage = 0xffd8;
const startOfScan = 0xda;

/** True for the markers of a frame's header (SOF). The three excluded markers define tables or are reserved. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
