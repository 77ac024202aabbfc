import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

import { formatNumber } from '#web/lib/format.ts';

import classes from './scrolling-table.module.css';

type Props = {
  /** What the table lists, for people who cannot see where it begins and ends. */
  name: string;
  headings: readonly string[];
  maxHeight: string;
  /** How many rows there are beyond those in the table. */
  more?: number;
  /** True when the first column holds a row's number. */
  isNumbered?: boolean;
  /** True when the cells of a row are stacked on a phone. */
  isStacking?: boolean;
  children: ReactNode;
};

/** Shows the rows of a file in a table that scrolls in a small space. Its headings stay visible. */
export function ScrollingTable(props: Props) {
  const { name, headings, maxHeight, more = 0, isNumbered = false, isStacking = false } = props;
  return (
    <>
      <ScrollArea.Autosize
        className={classes.scroll ?? ''}
        mah={maxHeight}
        // The area scrolls, so keyboard users must be able to focus it.
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
