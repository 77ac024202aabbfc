/** A running browser with a profile in a folder, for any engine. */
export type Browser = {
  /** Goes to an address, without waiting for it. */
  goTo: (address: string) => Promise<void>;
  /** Runs a function body in the page, with these `arguments`. Returns its result. */
  evaluate: (body: string, given: unknown[]) => Promise<unknown>;
  /** Performs input in the form of the WebDriver standard, which both engines accept. */
  act: (sources: InputSource[]) => Promise<void>;
  /** Chooses a file in the file field that the function body returns. */
  chooseFile: (body: string, given: unknown[], path: string) => Promise<void>;
  takePicture: (path: string) => Promise<void>;
  /** Opens one more tab, empty, and continues there. */
  openTab: () => Promise<void>;
  /** Continues in another tab: 0 is the one that the browser started with. */
  showTab: (place: number) => Promise<void>;
  /**
   * Returns errors and warnings on the consoles of pages and workers since this browser started.
   */
  console: () => string[];
  /** Ends it as people do, by closing the window. */
  close: () => Promise<void>;
  /** Ends all its processes at once, by SIGKILL. */
  kill: () => Promise<void>;
};

export type BrowserOptions = {
  /** The folder that keeps cookies, stores and service workers between starts. */
  profile: string;
  downloads: string;
  width: number;
  height: number;
  isDark: boolean;
};

export type Engine = {
  name: 'webkit' | 'firefox';
  /** What must be installed: a file, or a function that checks for it, and its Debian package. */
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

/** The keys that have no character of their own, by the code points of the standard. */
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

/**
 * Returns the input that presses these keys, one after the other, while the given keys are held.
 */
export function pressing(values: string[], held: string[] = []): InputSource[] {
  const down = (value: string) => ({ type: 'keyDown' as const, value });
  const up = (value: string) => ({ type: 'keyUp' as const, value });
  const strokes = values.flatMap((value) => [down(value), up(value)]);
  const actions = [...held.map(down), ...strokes, ...held.toReversed().map(up)];
  return [{ type: 'key', id: 'keyboard', actions }];
}

type Point = { x: number; y: number };

/**
 * Returns the input that presses the mouse button at the first point and releases it at the last.
 */
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
