import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** What was shown last; nothing before the page's first screen. */
let shown: { element: RefObject<HTMLElement | null>; pathname: string } | undefined;

/**
 * Whoever goes from one screen to another has the focus at the new one, so that a screen reader
 * begins there. Returns the ref for the element that takes it, once the page's first screen has been
 * left. A screen that moves the focus itself calls this without using the ref: it tells the next
 * screen that it is not the first.
 */
export function useScreenFocus() {
  const element = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    // A screen that is left hears of the new address too, before the next one is there.
    const isOther = shown && (shown.element !== element || shown.pathname !== pathname);
    if (isOther) element.current?.focus({ preventScroll: true });
    shown = { element, pathname };
  }, [pathname]);
  return element;
}
