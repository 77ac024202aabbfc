import SignaturePad, { type PointGroup } from 'signature_pad';

/** The size of a stored signature, and the width of its thumbnail, in pixels. */
export const signatureSize = { width: 1_200, height: 400 };
const thumbnailWidth = 240;
/** Dark on white in both themes, because signatures are printed. */
const colours = { penColor: '#12110e', backgroundColor: '#fff' };

/** Strokes, and the width of the area in which they were drawn. */
export type Drawing = { strokes: PointGroup[]; width: number };

export type DrawingArea = {
  drawing: () => Drawing;
  clear: () => void;
  /** Ends drawing. */
  leave: () => void;
};

/**
 * Lets a person draw on a canvas. A canvas loses its picture when its size changes, as when a tablet
 * is turned. So the strokes are kept as points, and drawn again in each new size.
 */
export function drawOn(canvas: HTMLCanvasElement): DrawingArea {
  const pad = new SignaturePad(canvas, colours);
  let width = 0;
  const fit = () => {
    const now = canvas.clientWidth;
    if (now === 0 || now === width) return;
    const strokes = width === 0 ? [] : scaled(pad.toData(), now / width);
    width = now;
    setSize(canvas, now, Math.max(1, devicePixelRatio));
    pad.fromData(strokes);
  };
  const watching = new ResizeObserver(fit);
  watching.observe(canvas);
  return {
    drawing: () => ({ strokes: pad.toData(), width }),
    clear: () => pad.clear(),
    leave: () => {
      watching.disconnect();
      pad.off();
    },
  };
}

/** Draws a signature again in the size in which it is stored. */
export function drawAgain({ strokes, width }: Drawing): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  setSize(canvas, signatureSize.width, 1);
  const pad = new SignaturePad(canvas, colours);
  pad.fromData(scaled(strokes, signatureSize.width / width));
  pad.off();
  return canvas;
}

/** Draws a typed name as a signature, for people who cannot draw. */
export function drawName(name: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  setSize(canvas, signatureSize.width, 1);
  const context = contextOf(canvas);
  const { width, height } = signatureSize;
  context.fillStyle = colours.backgroundColor;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colours.penColor;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = "italic 120px 'Source Serif 4', Georgia, serif";
  // The last argument makes the browser squeeze a name that is too long.
  context.fillText(name, width / 2, height / 2, width - 80);
  return canvas;
}

/** Returns a drawn signature and its thumbnail as PNG. */
export async function toPngs(canvas: HTMLCanvasElement) {
  const small = document.createElement('canvas');
  setSize(small, thumbnailWidth, 1);
  contextOf(small).drawImage(canvas, 0, 0, small.width, small.height);
  return { bytes: await toPng(canvas), thumbnail: await toPng(small) };
}

async function toPng(canvas: HTMLCanvasElement): Promise<ArrayBuffer> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The canvas gave no picture.');
  return blob.arrayBuffer();
}

/** Sets the width that a canvas shows, and its height in the same shape. */
function setSize(canvas: HTMLCanvasElement, width: number, ratio: number): void {
  const height = (width * signatureSize.height) / signatureSize.width;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  contextOf(canvas).scale(ratio, ratio);
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas to draw on.');
  return context;
}

function scaled(strokes: readonly PointGroup[], by: number): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    dotSize: stroke.dotSize * by,
    minWidth: stroke.minWidth * by,
    maxWidth: stroke.maxWidth * by,
    points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }));
}
