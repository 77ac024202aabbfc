/** The headings of a table that people fill in: all that it may have, and those it must have. */
export type Headings<H extends string> = { every: readonly H[]; needed: readonly H[] };
/** By heading, where its column stands. */
export type Columns<H extends string> = ReadonlyMap<H, number>;

/**
 * Where each column stands, in any order, and which are missing that must be there. Case and signs
 * do not count, nor figures but where the heading has one: "address 1" is the Address.
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

/** Rows that are looked at for the headings: people put a title, a date and a logo above them. */
const mostRowsAbove = 30;

/**
 * Returns the row that holds the headings, by its index, and what it lacks of them. Where no row has
 * all that are needed, it is the row that has most of them, and the first filled one of several.
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

/** What stands in a row under a heading; blank where the table has no such column. */
export function cellsOf<H extends string>(row: readonly string[], columns: Columns<H>) {
  return (heading: H) => row[columns.get(heading) ?? -1]?.trim() ?? '';
}

/** People write "Multiple choice" for "multiple_choice"; undefined for what is not in the list. */
export function fromList<T extends string>(list: readonly T[], text: string): T | undefined {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[\s_-]/g, '');
  return list.find((one) => plain(one) === plain(text));
}
