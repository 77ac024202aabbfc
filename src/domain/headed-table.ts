import { asCode } from './text.ts';

/**
 * The headings of a table that people fill in: every heading it may have, and those it must have.
 */
export type Headings<H extends string> = { every: readonly H[]; needed: readonly H[] };
/** The index of each heading's column. */
export type Columns<H extends string> = ReadonlyMap<H, number>;

/** A heading that several columns have, and the indexes of those columns. */
export type Repeated<H extends string> = { heading: H; places: number[] };

/**
 * Finds the column of each heading, in any order, the required headings that are missing, and the
 * headings that several columns have. Ignores case and punctuation, and also digits if the heading has
 * none: "address 1" matches "Address". "Address 1" and "Address 2" are two headings, and the first counts.
 */
export function findHeadings<H extends string>(
  row: readonly string[],
  { every, needed }: Headings<H>,
): { columns: Columns<H>; missing: H[]; repeated: Repeated<H>[] } {
  const written = row.map((text) => plain(text, /[^a-z\d]/g));
  const found = every.map((heading) => {
    const ignored = /\d/.test(heading) ? /[^a-z\d]/g : /[^a-z]/g;
    const place = row.map((text) => plain(text, ignored)).indexOf(plain(heading, ignored));
    return { heading, place, places: placesOf(written[place], written) };
  });
  const present = found.filter(({ place }) => place >= 0);
  const columns = new Map(present.map(({ heading, place }) => [heading, place]));
  return {
    columns,
    missing: needed.filter((heading) => !columns.has(heading)),
    repeated: present.filter(({ places }) => places.length > 1),
  };
}

/** Returns the headings of the columns that are not read, as they are written. */
export function unreadHeadings(head: readonly string[], columns: Columns<string>): string[] {
  const read = new Set(columns.values());
  return head.filter((text, place) => text !== '' && !read.has(place));
}

const plain = (text: string, ignored: RegExp) => text.toLowerCase().replaceAll(ignored, '');

function placesOf(text: string | undefined, row: readonly string[]): number[] {
  return row.flatMap((one, place) => (one === text ? [place] : []));
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
  let best: ({ index: number } & ReturnType<typeof findHeadings<H>>) | undefined;
  let filled = 0;
  for (const [index, row] of rows.entries()) {
    if (row.length === 0) continue;
    const found = findHeadings(row, headings);
    if (!best || found.missing.length < best.missing.length) best = { index, ...found };
    filled += 1;
    if (best.missing.length === 0 || filled === mostRowsAbove) break;
  }
  return best ?? { index: 0, ...findHeadings([], headings) };
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
  const plain = (word: string) =>
    asCode(word)
      .toLowerCase()
      .replaceAll(/[\s_-]/g, '');
  return list.find((one) => plain(one) === plain(text));
}

/** Returns the name of a column as a spreadsheet shows it: 0 is "A", 26 is "AA". */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
