/** What files a call accepts. */
type Taken = {
  /** Endings, without their dots. */
  formats: readonly string[];
  /** Bytes. */
  largest: number;
  /** The message for a file of another kind. */
  otherKind?: string;
};

/** Returns the `accept` attribute for a file input. */
export function acceptOf({ formats }: Pick<Taken, 'formats'>): string {
  return formats.map((format) => `.${format}`).join(',');
}

/** Returns for example ".xlsx, .xls or .csv". */
export function inWords(formats: readonly string[]): string {
  const endings = formats.map((format) => `.${format}`);
  const last = endings.pop() ?? '';
  return endings.length === 0 ? last : `${endings.join(', ')} or ${last}`;
}

/** Returns whole megabytes: every limit is a whole number of them. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

/**
 * Returns why the server would refuse this file, so that it need not be uploaded first. Returns
 * undefined when the file is fine.
 */
export function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  { formats, largest, otherKind = `Please choose a ${inWords(formats)} file` }: Taken,
): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!formats.includes(ending)) return otherKind;
  if (size > largest) return `A file can have up to ${megabytes(largest)} MB`;
  return size === 0 ? 'This file is empty' : undefined;
}
