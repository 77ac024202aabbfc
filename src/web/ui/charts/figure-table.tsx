import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './figure-table.module.css';

export type Figures = {
  caption: string;
  head: string[];
  /**
   * The first cell of a row is its name. When the table is visible, the name can link to what is
   * behind the row.
   */
  rows: {
    key: string | number;
    cells: ReactNode[];
    link?: ((name: ReactNode) => ReactNode) | undefined;
  }[];
};

/**
 * Shows a chart's numbers as a table: visible on request, and always available to screen readers.
 */
export function FigureTable({ figures, shown }: { figures: Figures; shown: boolean }) {
  const { caption, head, rows } = figures;
  const table = (
    <Table horizontalSpacing="xs">
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <Table.Thead>
        <Table.Tr>
          {head.map((name, index) => (
            <Table.Th key={name} scope="col" ta={index > 0 ? 'right' : 'left'}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, link, cells: [name, ...rest] }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400}>
              {shown && link ? link(name) : name}
            </Table.Th>
            {rest.map((cell, index) => (
              <Table.Td key={head[index + 1]} ta="right">
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  return shown ? (
    <div className={classes.scroll}>{table}</div>
  ) : (
    <VisuallyHidden>{table}</VisuallyHidden>
  );
}
