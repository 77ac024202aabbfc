import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** The screen that was shown last; undefined before the page's first screen. */
let shown: { element: RefObject<HTMLElement | null>; pathname: string } | undefined;

/**
 * Moves the focus to the new screen when a person goes from one screen to another, so that a screen
 * reader begins there. Returns the ref for the element that gets the focus. The page's first screen
 * does not take it. A screen that moves the focus itself must still call this, without using the
 * ref, so that the next screen knows it is not the first.
 */
export function useScreenFocus() {
  const element = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    // A screen that is being left also sees the new address, before the next screen is rendered.
    const isOther = shown && (shown.element !== element || shown.pathname !== pathname);
    if (isOther) element.current?.focus({ preventScroll: true });
    shown = { element, pathname };
  }, [pathname]);
  return element;
}
