import { useState, type FocusEvent, type KeyboardEvent } from 'react';

type Place = { row: number; column: number };

/**
 * Makes a grid of buttons a single Tab stop: the button that last had the focus, or at first the first button
 * of `firstRow`. The arrow keys, Home and End move to the others. So a keyboard user passes a list of any
 * length with one press.
 *
 * @returns `grid` for the element with the role `grid`, and `tabIndexAt` for each button in it
 */
export function useGridKeys(firstRow: number, rowCount: number) {
  const [last, setLast] = useState<Place>();
  // The row that had the focus may have been deleted.
  const stop = last && last.row < rowCount ? last : { row: firstRow, column: 0 };
  return {
    grid: {
      onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
        const place = placeOf(buttonsOf(currentTarget), target);
        if (place) setLast(place);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const rows = buttonsOf(event.currentTarget);
        const from = placeOf(rows, event.target);
        const to = from && placeAfter(event.key, from, rows.length - 1);
        const button = to && rows[to.row]?.[to.column];
        if (!button) return;
        event.preventDefault();
        button.focus();
      },
    },
    tabIndexAt: (row: number, column: number) =>
      row === stop.row && column === stop.column ? 0 : -1,
  };
}

function buttonsOf(grid: Element): HTMLButtonElement[][] {
  return [...grid.querySelectorAll('[role="row"]')].map((row) => [
    ...row.querySelectorAll('button'),
  ]);
}

function placeOf(rows: readonly (readonly Element[])[], target: EventTarget): Place | undefined {
  for (const [row, buttons] of rows.entries()) {
    const column = buttons.findIndex((button) => button === target);
    if (column >= 0) return { row, column };
  }
  return undefined;
}

function placeAfter(key: string, { row, column }: Place, lastRow: number): Place | undefined {
  if (key === 'ArrowDown') return { row: Math.min(row + 1, lastRow), column };
  if (key === 'ArrowUp') return { row: Math.max(row - 1, 0), column };
  if (key === 'ArrowRight') return { row, column: column + 1 };
  if (key === 'ArrowLeft') return { row, column: column - 1 };
  if (key === 'Home') return { row: 0, column: 0 };
  return key === 'End' ? { row: lastRow, column: 0 } : undefined;
}
