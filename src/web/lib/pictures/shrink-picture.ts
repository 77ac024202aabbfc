/** A picture as JPEG, which holds its pixels and nothing else: no place, no camera, no orientation. */
export type ShrunkPicture = {
  bytes: ArrayBuffer;
  /** The thumbnail, also as JPEG. */
  thumbnail: ArrayBuffer;
  /** Pixels. */
  width: number;
  height: number;
};

export type OnThumbnail = (thumbnail: ArrayBuffer) => void;

/** The longer sides of the picture and its thumbnail, in pixels. A smaller picture keeps its size. */
export type Sides = { picture: number; thumbnail: number };

/** A canvas of a page or of a worker. */
export type PictureCanvas = {
  readonly source: CanvasImageSource;
  /** Draws a picture on a white background in this size. */
  draw: (picture: CanvasImageSource, size: Size) => void;
  toJpeg: (quality: number) => Promise<ArrayBuffer>;
};
export type Size = { width: number; height: number };

const pictureQuality = 0.82;
const thumbnailQuality = 0.75;

/**
 * Draws a decoded picture again in a smaller size, and returns it and its thumbnail.
 *
 * @param onThumbnail called with the thumbnail, which is ready long before the picture
 */
export async function shrinkPicture(
  picture: CanvasImageSource,
  full: Size,
  sides: Sides,
  newCanvas: (size: Size) => PictureCanvas,
  onThumbnail: OnThumbnail,
): Promise<ShrunkPicture> {
  const size = fitInto(full, sides.picture);
  const canvas = newCanvas(size);
  canvas.draw(picture, size);
  const small = fitInto(size, sides.thumbnail);
  const smallCanvas = newCanvas(small);
  // Drawing the thumbnail from the smaller picture is faster, and looks better.
  smallCanvas.draw(canvas.source, small);
  const thumbnail = await smallCanvas.toJpeg(thumbnailQuality);
  onThumbnail(thumbnail);
  return { bytes: await canvas.toJpeg(pictureQuality), thumbnail, ...size };
}

export function longestSide({ width, height }: Size): number {
  return Math.max(width, height);
}

/** Returns the size with which a picture fits into a square of this side. It is never enlarged. */
export function fitInto({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / longestSide({ width, height }));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

type Context = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'fillRect' | 'drawImage' | 'imageSmoothingQuality'
>;

/** Draws a picture on a white background. JPEG has no transparency, so transparent parts would become black. */
export function drawOnWhite(
  context: Context | null,
  picture: CanvasImageSource,
  { width, height }: Size,
): void {
  if (!context) throw new Error('This browser gives no canvas to draw on.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
}
