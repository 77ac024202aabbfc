import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

import { formatNumber } from '#web/lib/format.ts';

import classes from './scrolling-table.module.css';

type Props = {
  /** What is listed, for whoever cannot see where it begins and ends. */
  name: string;
  headings: readonly string[];
  maxHeight: string;
  /** Rows beyond those that are listed. */
  more?: number;
  /** The first column holds a row's number. */
  isNumbered?: boolean;
  /** On a phone the cells of a row stand below one another. */
  isStacking?: boolean;
  /** The rows. */
  children: ReactNode;
};

/** What is in a file: a table of any length in little room, whose headings stay in sight. */
export function ScrollingTable(props: Props) {
  const { name, headings, maxHeight, more = 0, isNumbered = false, isStacking = false } = props;
  return (
    <>
      <ScrollArea.Autosize
        className={classes.scroll ?? ''}
        mah={maxHeight}
        // It scrolls by itself, so it must be reached without a pointer.
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': name }}
      >
        <table
          className={classes.table}
          data-numbered={isNumbered || undefined}
          data-stacking={isStacking || undefined}
        >
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{props.children}</tbody>
        </table>
      </ScrollArea.Autosize>
      {more > 0 && <p className={classes.more}>and {formatNumber(more)} more</p>}
    </>
  );
}
