import { readCompoundStream } from './check-compound.ts';

/** The records of the workbook's stream that this file knows, by their numbers. */
const aboutSheet = 0x85;
const endOfRecords = 0x0a;

/**
 * Returns for each sheet of an old workbook (.xls), in order, whether it is hidden. Our reader of old workbooks does not
 * say so. The workbook's first records list the sheets; each begins with its number and its length.
 */
export function hiddenSheets(bytes: Buffer): boolean[] {
  const stream = readCompoundStream(bytes, ['Workbook', 'Book']);
  const hidden: boolean[] = [];
  for (let at = 0; stream && at + 9 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const record = stream.readUInt16LE(at);
    if (record === endOfRecords) break;
    // The place of the sheet's own records comes first. The lowest two bits after it are 0 for a visible sheet.
    if (record === aboutSheet) hidden.push((stream.readUInt8(at + 8) & 3) !== 0);
  }
  return hidden;
}
