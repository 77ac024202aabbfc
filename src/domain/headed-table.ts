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

/** What stands in a row under a heading; blank where the table has no such column. */
export function cellsOf<H extends string>(row: readonly string[], columns: Columns<H>) {
  return (heading: H) => row[columns.get(heading) ?? -1]?.trim() ?? '';
}

/** People write "Multiple choice" for "multiple_choice"; undefined for what is not in the list. */
export function fromList<T extends string>(list: readonly T[], text: string): T | undefined {
  const plain = (word: string) => word.toLowerCase().replaceAll(/[\s_-]/g, '');
  return list.find((one) => plain(one) === plain(text));
}
