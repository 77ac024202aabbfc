/**
 * The headings of a table that people fill in: every heading it may have, and those it must have.
 */
export type Headings<H extends string> = { every: readonly H[]; needed: readonly H[] };
/** The index of each heading's column. */
export type Columns<H extends string> = ReadonlyMap<H, number>;

/**
 * Finds the column of each heading, in any order, and the required headings that are missing.
 * Ignores case and punctuation, and also digits if the heading has none: "address 1" matches
 * "Address".
 */
export function findHeadings<H extends string>(
  row: readonly string[],
  { every, needed }: Headings<H>,
): { columns: Columns<H>; missing: H[] } {
  const places = every.map((heading) => {
    const ignored = /\d/.test(heading) ? /[^a-z\d]/g : /[^a-z]/g;
    const plain = (text: string) => text.toLowerCase().replaceAll(ignored, '');
    return [heading, row.map(plain).indexOf(plain(heading))] as const;
  });
  const columns = new Map(places.filter(([, place]) => place >= 0));
  return { columns, missing: needed.filter((heading) => !columns.has(heading)) };
}

/**
 * The number of rows in which to look for the headings: people put a title, a date and a logo above
 * them.
 */
const mostRowsAbove = 30;

/**
 * Returns the index of the heading row, its columns, and the required headings that it lacks. If no
 * row has all of those, it is the row with most of them, and the first such row.
 */
export function findHeadingRow<H extends string>(rows: readonly string[][], headings: Headings<H>) {
  let best: { index: number; columns: Columns<H>; missing: H[] } | undefined;
  let filled = 0;
  for (const [index, row] of rows.entries()) {
    if (row.length === 0) continue;
    const found = findHeadings(row, headings);
    if (!best || found.missing.length < best.missing.length) best = { index, ...found };
    filled += 1;
    if (best.missing.length === 0 || filled === mostRowsAbove) break;
  }
  return best ?? { index: 0, columns: new Map<H, number>(), missing: [...headings.needed] };
}

/**
 * Returns a function that reads a row's cell under a heading. It is blank when the table has no
 * such column.
 */
export function cellsOf<H extends string>(row: readonly string[], columns: Columns<H>) {
  return (heading: H) => row[columns.get(heading) ?? -1]?.trim() ?? '';
}

/**
 * Returns the item of the list that a person meant: "Multiple choice" for "multiple_choice".
 * Returns undefined when there is none.
 */
export function fromList<T extends string>(list: readonly T[], text: string): T | undefined {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[\s_-]/g, '');
  return list.find((one) => plain(one) === plain(text));
}
