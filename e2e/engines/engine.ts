/** One running browser with a profile in a folder, whichever engine it is. */
export type Browser = {
  /** Goes to an address, and does not wait for it. */
  goTo: (address: string) => Promise<void>;
  /** The function body's result, with the arguments as `arguments`. */
  evaluate: (body: string, given: unknown[]) => Promise<unknown>;
  /** Input in the form that the WebDriver standard gives it, which both engines take. */
  act: (sources: InputSource[]) => Promise<void>;
  /** Chooses a file in the file field that the function body returns. */
  chooseFile: (body: string, given: unknown[], path: string) => Promise<void>;
  takePicture: (path: string) => Promise<void>;
  /** Errors and warnings on the consoles of pages and workers since this browser began. */
  console: () => string[];
  /** Ends it as people do, who close the window. */
  close: () => Promise<void>;
  /** Ends every process of it at once, by SIGKILL. */
  kill: () => Promise<void>;
};

export type BrowserOptions = {
  /** The folder that keeps cookies, stores and service workers from one start to the next. */
  profile: string;
  downloads: string;
  width: number;
  height: number;
  isDark: boolean;
};

export type Engine = {
  name: 'webkit' | 'firefox';
  /** What has to be installed: a file that tells whether it is, and its Debian package. */
  needs: { file: string | (() => boolean); debianPackage: string }[];
  launch: (options: BrowserOptions) => Promise<Browser>;
};

export type InputSource =
  | { type: 'key'; id: string; actions: ({ type: 'keyDown' | 'keyUp'; value: string } | Pause)[] }
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' };
      actions: (
        | { type: 'pointerMove'; x: number; y: number; duration: number }
        | { type: 'pointerDown' | 'pointerUp'; button: 0 }
        | Pause
      )[];
    };
type Pause = { type: 'pause'; duration: number };

/** The keys that have no character of their own, by the code points that the standard gives them. */
export const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const;

/** These keys, one after the other; with a modifier, while it is held. */
export function pressing(values: string[], held: string[] = []): InputSource[] {
  const down = (value: string) => ({ type: 'keyDown' as const, value });
  const up = (value: string) => ({ type: 'keyUp' as const, value });
  const strokes = values.flatMap((value) => [down(value), up(value)]);
  const actions = [...held.map(down), ...strokes, ...held.toReversed().map(up)];
  return [{ type: 'key', id: 'keyboard', actions }];
}

type Point = { x: number; y: number };

/** A press of the mouse's button at the first point, released at the last. */
export function dragging([from, ...way]: [Point, ...Point[]]): InputSource[] {
  const move = ({ x, y }: Point) => ({ type: 'pointerMove' as const, x, y, duration: 0 });
  const rest = { type: 'pause' as const, duration: 30 };
  const actions = [
    move(from),
    { type: 'pointerDown' as const, button: 0 as const },
    ...way.flatMap((to) => [rest, move(to)]),
    ...(way.length > 0 ? [{ type: 'pause' as const, duration: 250 }] : []),
    { type: 'pointerUp' as const, button: 0 as const },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

export const clicking = (at: Point): InputSource[] => dragging([at]);
