import { isHarmlessCompound } from './check-compound.ts';
import { isHarmlessZip } from './check-zip.ts';
import type { TableFormat, TableLimits } from './parse-table.ts';

/**
 * Returns what is wrong with a file, or null. It runs before anything in the file is parsed, takes
 * no memory and hardly any time, so that a malicious file is refused at once.
 */
export async function checkFile(
  bytes: Buffer,
  format: TableFormat,
  { largestUnpacked }: Pick<TableLimits, 'largestUnpacked'>,
): Promise<'not-the-format' | 'not-harmless' | null> {
  if (formatOf(bytes) !== format) return 'not-the-format';
  if (format === 'xlsx' && !(await isHarmlessZip(bytes, largestUnpacked))) return 'not-harmless';
  if (format === 'xls' && !isHarmlessCompound(bytes)) return 'not-harmless';
  return null;
}

/** Returns the format of a file by its content, regardless of its name. */
function formatOf(bytes: Buffer): TableFormat | null {
  const start = bytes.toString('latin1', 0, 4);
  if (start === 'PK\x03\x04') return 'xlsx';
  if (start === '\xd0\xcf\x11\xe0') return 'xls';
  const isUtf16 = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  const isText = isUtf16 || !bytes.includes(0);
  return isText ? 'csv' : null;
}
