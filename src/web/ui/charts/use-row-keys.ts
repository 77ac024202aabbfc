import { useState, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * Makes a row of links a single Tab stop: the link that last had the focus, or at first the last one, which is the
 * latest of a chart. The arrow keys, Home and End move to the others. So a keyboard user passes a chart of any
 * length with one press.
 *
 * @param keys one for each link, in the order of the links
 * @returns `row` for the element around the links, and `tabIndexOf` for each link
 */
export function useRowKeys(keys: readonly string[]) {
  const [last, setLast] = useState<string>();
  // The link that had the focus may be gone.
  const stop = last !== undefined && keys.includes(last) ? last : keys.at(-1);
  return {
    row: {
      onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) =>
        setLast(keys[placeOf(linksOf(currentTarget), target)]),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        // With one of these keys, an arrow belongs to the browser: Alt and Left goes back.
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const links = linksOf(event.currentTarget);
        const to = placeAfter(event.key, placeOf(links, event.target), links.length - 1);
        if (to === undefined) return;
        event.preventDefault();
        links[to]?.focus();
      },
    },
    tabIndexOf: (key: string) => (key === stop ? 0 : -1),
  };
}

const linksOf = (row: Element) => [...row.querySelectorAll('a')];

const placeOf = (links: readonly Element[], target: EventTarget) =>
  links.findIndex((link) => link === target);

function placeAfter(key: string, place: number, end: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(place + 1, end);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(place - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? end : undefined;
}
