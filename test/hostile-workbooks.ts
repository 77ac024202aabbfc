import { aSheet, withSharedText, workbookParts } from './workbook.ts';
import { aTwofoldZip, aZip, type Part } from './zip.ts';

/** Malicious files. Each is small and does not reveal its real size. */
const unpacked = 300 * 1024 * 1024;

const hugeSheet = () => workbookParts(Buffer.alloc(unpacked, '0'));

/** Returns a zip of 300 kB that unpacks to 300 MB. */
export const aBomb = () => aZip(hugeSheet());

/** Returns the same zip, but declared as 1 kB. */
export const aLiar = () => aZip(hugeSheet().map((part) => ({ ...part, size: small(part) })));

/** Returns the same zip behind a directory that shows a harmless workbook. */
export const aTwofoldBomb = () => aTwofoldZip(workbookParts(aSheet('')), hugeSheet());

export const aCrowd = () =>
  aZip(Array.from({ length: 100_000 }, (_, n) => ({ name: String(n), content: '' })));

/**
 * Returns a sheet that tries to read a file of the server, and to expand to a thousand million
 * letters.
 */
export function anEntityWorkbook(file: string): Buffer {
  const nested = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(
    (name, n, names) => `<!ENTITY ${name} "${n === 0 ? 'x' : `&${names[n - 1]};`.repeat(10)}">`,
  );
  const before = `<!DOCTYPE worksheet [<!ENTITY file SYSTEM "file://${file}">${nested.join('')}]>`;
  const cell = '<c r="A1" t="inlineStr"><is><t>&file; &i;</t></is></c>';
  return aZip(workbookParts(aSheet(`<row r="1">${cell}</row>`, { before })));
}

/**
 * Returns a workbook of about 14 kB: one text of 30,000 letters, to which 40,000 cells refer.
 * Copied to another thread, each cell becomes a text of its own: 1.2 GB.
 */
export function anEcho(): Buffer {
  const rows = Array.from({ length: 1_000 }, (_, row) => {
    const cells = Array.from({ length: 40 }, (_cell, column) => {
      const letters = String.fromCodePoint(65 + (column % 26));
      const name = column < 26 ? letters : `A${letters}`;
      return `<c r="${name}${row + 1}" t="s"><v>0</v></c>`;
    });
    return `<row r="${row + 1}">${cells.join('')}</row>`;
  });
  return aZip(withSharedText(workbookParts(aSheet(rows.join(''))), 'x'.repeat(30_000)));
}

/**
 * Returns an old workbook of 1.5 kB whose chains of sectors form a circle. A reader that follows
 * them to the end of the declared table, which has this many sectors, reads megabytes (1) or
 * gigabytes (109).
 */
export function aCircle(tableSectors: number): Buffer {
  const sector = 512;
  const endOfChain = 0xfffffffe;
  const head = Buffer.alloc(sector);
  head.write('d0cf11e0a1b11ae1', 'hex');
  head.writeUInt16LE(9, 30);
  head.writeUInt16LE(6, 32);
  head.writeUInt32LE(tableSectors, 44);
  head.writeUInt32LE(1, 48);
  head.writeUInt32LE(4_096, 56);
  for (const place of [60, 68]) head.writeUInt32LE(endOfChain, place);
  const [table, directory] = [Buffer.alloc(sector), Buffer.alloc(sector)];
  for (let at = 0; at < sector; at += 4) table.writeUInt32LE(1, at);
  for (const [n, name] of ['Root Entry', 'Workbook', 'Book', 'More'].entries()) {
    const entry = directory.subarray(n * 128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    entry.writeUInt8(n === 0 ? 5 : 2, 66);
    entry.writeUInt32LE(1, 116);
    entry.writeUInt32LE(0x7fffffff, 120);
  }
  return Buffer.concat([head, table, directory]);
}

function small({ content }: Part): number {
  return Math.min(content.length, 1_000);
}
