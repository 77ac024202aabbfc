import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The rows of a long list that the window shows, and a few around them. The others are two gaps,
 * so the page is as long as the list and the browser scrolls it as any page.
 *
 * @param height of a row as it mostly is, in pixels; each is measured when it shows
 */
export function useRowsInView<E extends HTMLElement>(count: number, height: number) {
  const list = useRef<E>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
  });
  const rows = virtualizer.getVirtualItems();
  return {
    list,
    rows: rows.map(({ index }) => index),
    measure: virtualizer.measureElement,
    /** Pixels. */
    before: (rows[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top),
  };
}
