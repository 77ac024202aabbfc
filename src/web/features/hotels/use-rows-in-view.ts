import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns the rows of a long list that the window shows, and a few around them. Two gaps replace
 * the other rows, so that the page keeps its full length and the browser scrolls it as usual. On paper there is no window to scroll, so there all rows are returned.
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
  const isPrinting = useIsPrinting();
  const measure = virtualizer.measureElement;
  if (isPrinting)
    return {
      list,
      rows: Array.from({ length: count }, (_, row) => row),
      measure,
      before: 0,
      after: 0,
    };
  const rows = virtualizer.getVirtualItems();
  return {
    list,
    rows: rows.map(({ index }) => index),
    measure,
    /** Height of the gap above the rows, in pixels. `after` is the gap below them. */
    before: (rows[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top),
  };
}

/** Returns true while the browser prints the page. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is there when these listeners return, so the rows must be rendered by then.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
