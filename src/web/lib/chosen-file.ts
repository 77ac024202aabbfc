/** What files a call takes. */
type Taken = {
  /** Endings, without their dots. */
  formats: readonly string[];
  /** Bytes. */
  largest: number;
  /** What a file of another kind is told. */
  otherKind?: string;
};

/** As a field for a file takes it. */
export function acceptOf({ formats }: Pick<Taken, 'formats'>): string {
  return formats.map((format) => `.${format}`).join(',');
}

/** ".xlsx, .xls or .csv" */
export function inWords(formats: readonly string[]): string {
  const endings = formats.map((format) => `.${format}`);
  const last = endings.pop() ?? '';
  return endings.length === 0 ? last : `${endings.join(', ')} or ${last}`;
}

/** Whole ones: no limit is finer. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

/** What the server would say to this file, said before its bytes are on their way. */
export function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  { formats, largest, otherKind = `Please choose a ${inWords(formats)} file` }: Taken,
): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!formats.includes(ending)) return otherKind;
  if (size > largest) return `A file can have up to ${megabytes(largest)} MB`;
  return size === 0 ? 'This file is empty' : undefined;
}
