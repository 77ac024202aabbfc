import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

import {
  columnLetters,
  findHeadingRow,
  unreadHeadings,
  type Columns,
  type Headings,
  type Repeated,
} from '#domain/headed-table.ts';
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
  /** The names of the other sheets of the workbook that a person can see. */
  unreadSheets: string[];
};

/**
 * Reads a file and finds its headings. Throws when a heading is missing, or when several columns have the
 * same one. The caller judges the rows.
 */
export async function readHeadedTable<H extends string>(
  file: { name: string; path: string },
  headings: Headings<H>,
  limits: Omit<Parameters<typeof readTable>[1], 'maxColumns' | 'headings'>,
): Promise<HeadedTable<H>> {
  const { rows, unreadSheets = [] } = await readTable(
    { name: file.name, bytes: await readFile(file.path) },
    { ...limits, headings, maxColumns: 4 * headings.every.length },
  );
  const { index, columns, missing, repeated } = findHeadingRow(rows, headings);
  const row = index === 0 ? 'The first row' : `Row ${index + 1}`;
  if (missing.length > 0) {
    const words = [`has no heading ${quoted(missing)}`];
    if (columns.size > 0) words.push(`It has ${quoted([...columns.keys()])}`);
    const unread = unreadHeadings(rows[index] ?? [], columns);
    if (columns.size > 0 && unread.length > 0) words.push(`Not recognised: ${quoted(unread)}`);
    throw invalid('file', `${row} ${words.join('. ')}`);
  }
  if (repeated.length > 0) {
    const words = repeated.map(wordsOf).join('; ');
    throw invalid('file', `${row} has the same heading twice: ${words}. Keep one column of each`);
  }
  return {
    head: rows[index] ?? [],
    columns,
    rows: rows.slice(index + 1),
    firstRow: index + 2,
    unreadSheets,
  };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Returns for example `"City" in the columns H and Q`. */
function wordsOf({ heading, places }: Repeated<string>): string {
  const names = places.map(columnLetters);
  return `"${heading}" in the columns ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
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
