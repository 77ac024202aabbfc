import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

import { findHeadingRow, type Columns, type Headings } from '#domain/headed-table.ts';
import { invalid } from '#server/problems.ts';
import { readTable } from './read-table.ts';

/**
 * A file of rows below headings. `firstRow` is the number that the spreadsheet shows for `rows[0]`.
 */
export type HeadedTable<H extends string> = {
  /** All headings as written in the file. */
  head: string[];
  columns: Columns<H>;
  rows: string[][];
  firstRow: number;
};

/**
 * Reads a file and finds its headings. Throws when a heading is missing. The caller judges the
 * rows.
 */
export async function readHeadedTable<H extends string>(
  file: { name: string; path: string },
  headings: Headings<H>,
  limits: Omit<Parameters<typeof readTable>[1], 'maxColumns' | 'headings'>,
): Promise<HeadedTable<H>> {
  const { rows } = await readTable(
    { name: file.name, bytes: await readFile(file.path) },
    { ...limits, headings, maxColumns: 4 * headings.every.length },
  );
  const { index, columns, missing } = findHeadingRow(rows, headings);
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(', ');
    const row = index === 0 ? 'The first row' : `Row ${index + 1}`;
    throw invalid('file', `${row} has no heading ${names}`);
  }
  return {
    head: rows[index] ?? [],
    columns,
    rows: rows.slice(index + 1),
    firstRow: index + 2,
  };
}

const portion = 200;

/**
 * Yields the rows that are not empty, with their numbers. It pauses between portions, so that a
 * long file does not block other requests.
 */
export async function* filledRows({ rows, firstRow }: HeadedTable<string>) {
  for (const [index, cells] of rows.entries()) {
    if (index % portion === portion - 1) await setImmediate();
    if (cells.length > 0) yield { row: firstRow + index, cells };
  }
}
