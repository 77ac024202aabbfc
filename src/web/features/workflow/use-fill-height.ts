import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Sets `--top` on an element to its distance from the top of the page, so that its styles can end
 * it at the bottom of the window.
 */
export function useFillHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.setProperty('--top', `${top}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return ref;
}
