import { inflateRawSync } from 'node:zlib';

import { readXlsx, type CellValue } from 'hucre/xlsx';

import { packedBytes } from './check-zip.ts';
import { readZipDirectory } from './zip-directory.ts';

const padding = /^0{2,20}$/;
const anyPadding = /formatCode="0{2,20}"/;

/**
 * True when a cell of the workbook may show its number with leading zeros, as hotel ids and postal
 * codes are shown. It looks only at the list of styles, because reading each cell's format takes
 * several times the memory. `check-file.ts` must have accepted the file.
 */
export function mayShowPadding(bytes: Buffer): boolean {
  const styles = readZipDirectory(bytes, 10_000)?.find(({ name }) => name.endsWith('/styles.xml'));
  const packed = styles && packedBytes(bytes, styles);
  if (!packed) return false;
  const xml = styles.method === 0 ? packed : inflateRawSync(packed);
  return anyPadding.test(xml.toString('utf8'));
}

/**
 * Reads the rows of one sheet. A number whose format pads it is returned as the text that is shown.
 */
export async function* readShownRows(
  bytes: Buffer,
  sheet: string | number,
): AsyncIterable<[index: number, row: CellValue[]]> {
  const { sheets } = await readXlsx(bytes, { sheets: [sheet], readStyles: true });
  for (const [index, row] of sheets[0]?.rows.entries() ?? []) {
    const cells = Array.from(row ?? []);
    yield [
      index,
      cells.map((value, column) =>
        shown(value, sheets[0]?.cells?.get(`${index},${column}`)?.style?.numFmt),
      ),
    ];
  }
}

/**
 * Returns the padded text of a code. Calc and Excel show -7 in five places as -00007, and round
 * fractions; neither is a code.
 */
function shown(value: CellValue | undefined, format = ''): CellValue {
  const isCode = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isCode && padding.test(format)
    ? String(value).padStart(format.length, '0')
    : (value ?? null);
}
