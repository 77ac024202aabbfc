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
    let frame = 0;
    // Measure in the next frame. Measuring may resize the page again, and within the observer browsers report
    // that as an error.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return ref;
}
