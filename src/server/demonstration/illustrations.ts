import type { Color, Drawing, Point, Shape } from './draw-picture.ts';

/** The product's colours: warm paper, ink, deep green and brass. */
const colors = {
  paper: [246, 241, 231],
  wall: [226, 217, 200],
  floor: [186, 171, 147],
  wood: [140, 108, 74],
  shade: [104, 80, 56],
  ink: [38, 46, 45],
  pine: [28, 114, 103],
  mist: [190, 226, 219],
  brass: [203, 162, 91],
  light: [252, 240, 205],
  white: [255, 255, 255],
  red: [202, 69, 61],
} as const satisfies Record<string, Color>;
type Name = keyof typeof colors;

const [width, height] = [400, 300];

function of(color: Name, ...corners: Point[]): Shape {
  return { color: colors[color], corners };
}

function box(color: Name, x: number, y: number, wide: number, high: number): Shape {
  return of(color, [x, y], [x + wide, y], [x + wide, y + high], [x, y + high]);
}

function round(color: Name, x: number, y: number, across: number, high = across): Shape {
  const corners = Array.from({ length: 48 }, (_, step): Point => {
    const angle = (step * Math.PI) / 24;
    return [x + (across / 2) * Math.cos(angle), y + (high / 2) * Math.sin(angle)];
  });
  return of(color, ...corners);
}

function drawing(ground: Name, ...shapes: Shape[]): Drawing {
  return { width, height, ground: colors[ground], shapes };
}

const floor = box('floor', 0, 235, width, 65);

const corridor = drawing(
  'wall',
  of('paper', [0, 0], [400, 0], [250, 96], [150, 96]),
  of('floor', [0, 300], [400, 300], [250, 204], [150, 204]),
  of('pine', [110, 300], [290, 300], [222, 204], [178, 204]),
  box('light', 150, 96, 100, 108),
  box('shade', 168, 112, 64, 92),
  box('red', 173, 118, 26, 86),
  box('red', 201, 118, 26, 86),
  of('wood', [40, 62], [92, 84], [92, 236], [40, 268]),
  of('wood', [360, 62], [308, 84], [308, 236], [360, 268]),
  round('brass', 84, 162, 8),
  round('brass', 316, 162, 8),
  box('light', 186, 20, 28, 8),
);

const bathroom = drawing(
  'mist',
  ...[60, 120, 180, 240].map((y) => box('paper', 0, y, width, 2)),
  ...[80, 160, 240, 320].map((x) => box('paper', x, 0, 2, 240)),
  floor,
  round('brass', 200, 82, 136),
  round('white', 200, 82, 122),
  of('mist', [168, 112], [232, 48], [240, 58], [178, 120]),
  box('wood', 96, 186, 208, 16),
  round('white', 200, 186, 130, 44),
  box('wall', 135, 164, 130, 22),
  box('ink', 196, 150, 6, 26),
  box('ink', 196, 150, 26, 5),
  box('paper', 300, 192, 40, 54),
  box('pine', 300, 228, 40, 6),
);

const minibar = drawing(
  'wall',
  floor,
  box('ink', 110, 60, 180, 190),
  box('white', 120, 70, 160, 170),
  box('mist', 120, 150, 160, 4),
  box('pine', 138, 100, 20, 50),
  box('pine', 144, 84, 8, 18),
  box('brass', 172, 106, 22, 44),
  box('brass', 178, 92, 10, 16),
  box('red', 232, 122, 24, 28),
  box('pine', 140, 192, 24, 48),
  box('wood', 182, 204, 30, 36),
);

const pool = drawing(
  'paper',
  box('wall', 0, 0, width, 90),
  ...[30, 120, 210, 300].map((x) => box('mist', x, 16, 70, 60)),
  of('floor', [0, 110], [400, 110], [400, 300], [0, 300]),
  of('pine', [70, 130], [330, 130], [400, 280], [0, 280]),
  of('mist', [84, 150], [180, 150], [176, 156], [80, 156]),
  of('mist', [220, 190], [330, 190], [336, 198], [218, 198]),
  of('mist', [60, 232], [180, 232], [176, 240], [56, 240]),
  box('white', 296, 96, 6, 70),
  box('white', 322, 96, 6, 70),
  box('white', 296, 112, 32, 5),
  box('white', 296, 134, 32, 5),
);

const card = drawing(
  'wood',
  of('shade', [92, 42], [318, 30], [332, 274], [106, 286]),
  of('white', [86, 34], [312, 22], [326, 266], [100, 278]),
  of('pine', [104, 54], [200, 49], [201, 61], [105, 66]),
  ...[92, 118, 144, 170].map((y) => of('wall', [108, y], [290, y - 9], [290, y - 5], [108, y + 4])),
  of('ink', [112, 240], [210, 235], [210, 237], [112, 242]),
  of('red', [226, 214], [300, 210], [302, 246], [228, 250]),
  of('white', [230, 218], [296, 214], [298, 242], [232, 246]),
);

const breakfast = drawing(
  'paper',
  box('wood', 0, 176, width, 124),
  round('white', 150, 204, 190, 70),
  round('wall', 150, 204, 140, 48),
  round('brass', 132, 198, 54, 26),
  round('brass', 172, 206, 50, 24),
  box('white', 274, 128, 66, 70),
  round('white', 307, 198, 66, 22),
  round('shade', 307, 128, 66, 20),
  box('pine', 252, 222, 6, 60),
  box('ink', 60, 92, 70, 44),
  box('paper', 66, 98, 58, 32),
  box('ink', 74, 106, 42, 3),
  box('ink', 74, 116, 30, 3),
);

/** What a photo at a standard shows, and what may be written below it. */
const illustrations: Readonly<Record<string, { drawing: Drawing; captions: readonly string[] }>> = {
  'FO-007': { drawing: card, captions: ['Card of room 214, not signed', 'Room 118, no date'] },
  'HK-003': { drawing: bathroom, captions: ['Room 118', 'Water marks on the mirror, room 305'] },
  'SF-001': { drawing: corridor, captions: ['Second floor, east wing', 'Next to the lift'] },
  'HK-011': { drawing: minibar, captions: ['Minibar of room 305'] },
  'PS-002': { drawing: pool, captions: ['The log beside the pool ends on Monday'] },
  'FB-002': { drawing: breakfast, captions: ['Cards without allergens'] },
  'FB-009': { drawing: breakfast, captions: ['Breakfast buffet, 9:40'] },
};

export function illustrationOf(code: string | undefined) {
  return code === undefined ? undefined : illustrations[code];
}

/** A name written by hand. */
export const signature: Drawing = {
  ...{ width: 480, height: 160 },
  ground: colors.white,
  shapes: stroke(220, (at) => [
    60 + 360 * at + 22 * Math.cos(44 * at),
    86 - 42 * Math.sin(44 * at) * (1.1 - at) - 14 * Math.sin(9 * at),
  ]),
};

/**
 * Returns a line of ink made of this many pieces. `path` returns the place at a share of the line,
 * from 0 to 1.
 */
function stroke(pieces: number, path: (at: number) => Point): Shape[] {
  const half = 1.8;
  return Array.from({ length: pieces }, (_, piece) => {
    const [[x, y], [toX, toY]] = [path(piece / pieces), path((piece + 1.15) / pieces)];
    const long = Math.hypot(toX - x, toY - y) || 1;
    const [acrossX, acrossY] = [(-(toY - y) / long) * half, ((toX - x) / long) * half];
    return of(
      'ink',
      [x + acrossX, y + acrossY],
      [toX + acrossX, toY + acrossY],
      [toX - acrossX, toY - acrossY],
      [x - acrossX, y - acrossY],
    );
  });
}
