import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';

/** Milliseconds for which a button that has just changed its meaning ignores presses. */
export const guardTime = 400;

type Guard = {
  'aria-disabled': true | undefined;
  onPointerDownCapture: (event: PointerEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
  onKeyDownCapture: (event: KeyboardEvent) => void;
};

/**
 * Returns props for a button or link whose meaning changes. They ignore a press within 400 ms of
 * the change, or one that a held key repeats, because it was meant for the former button. The same
 * applies to the time after the button first appeared.
 *
 * The button keeps its look and the focus; only assistive technology sees it as disabled. A press
 * counts from its beginning, so one that is held until the time is over is ignored too.
 *
 * @param meaning changes when the button's meaning does: its label, or the screen it is on
 */
export function usePressGuard(meaning: string): Guard {
  const since = useRef(Number.NEGATIVE_INFINITY);
  const pressed = useRef<number | null>(null);
  const [ready, setReady] = useState<string | null>(null);
  useLayoutEffect(() => {
    since.current = performance.now();
  }, [meaning]);
  useEffect(() => {
    const timer = setTimeout(() => setReady(meaning), guardTime);
    return () => clearTimeout(timer);
  }, [meaning]);
  return {
    'aria-disabled': ready === meaning ? undefined : true,
    onPointerDownCapture: (event) => {
      pressed.current = event.timeStamp;
    },
    onClickCapture: (event) => {
      // A press by key or script has no pointer and a detail of 0.
      const begun = (event.detail > 0 && pressed.current) || event.timeStamp;
      if (begun - since.current >= guardTime) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyDownCapture: (event) => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    },
  };
}
