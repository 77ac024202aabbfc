import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the rows of a long list that the window shows, and a few around them. Two gaps replace
 * the other rows, so that the page keeps its full length and the browser scrolls it as usual.
 *
 * @param height a row's usual height in pixels; each row is measured when it shows
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
    /** Height of the gap above the rows, in pixels. `after` is the gap below them. */
    before: (rows[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top),
  };
}
