import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/**
 * Gives a streamed workbook of one sheet its print set-up: landscape, one page wide, and its first
 * row on every page.
 *
 * The library's stream writes none. Its writer in memory does, but takes 130 MB and stops everybody
 * for most of a second at 20,000 rows, and names the sheet in a form that Excel takes for damage. So
 * the library writes its stream uncompressed, and here its parts are completed and compressed, a
 * chunk at a time.
 *
 * @param stored the library's archive with `compress: false`. It comes in chunks that are each a
 *   header, a piece of a part's text, or the sums behind it.
 */
export function withPrintSetup(stored: AsyncIterable<Uint8Array, void>, sheet: string): Readable {
  return Readable.from(pack(stored, sheet), { objectMode: false });
}

type Entry = { header: Buffer; crc: number; packed: number; size: number; at: number };

async function* pack(
  stored: AsyncIterable<Uint8Array, void>,
  sheet: string,
): AsyncGenerator<Buffer> {
  const chunks = stored[Symbol.asyncIterator]();
  try {
    const entries: Entry[] = [];
    let at = 0;
    for (;;) {
      const header = await nextOf(chunks);
      if (header?.readUInt32LE(0) !== localHeader) break;
      const entry: Entry = { header, crc: 0, packed: 0, size: 0, at };
      yield* packPart(chunks, entry, sheet);
      entries.push(entry);
      at += header.length + entry.packed + descriptorLength;
    }
    yield* directoryOf(entries, at);
  } finally {
    // Whoever reads may have gone: then nothing more is asked of the database.
    await chunks.return?.();
  }
}

/** One part, compressed; counts it in its entry. */
async function* packPart(chunks: AsyncIterator<Uint8Array, void>, entry: Entry, sheet: string) {
  entry.header.writeUInt16LE(deflated, 8);
  yield entry.header;
  const deflate = createDeflateRaw();
  // What fails on the way is thrown where the pieces are read.
  pipeline(Readable.from(textOf(chunks, entry, sheet)), deflate, () => undefined);
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    entry.packed += piece.length;
    yield piece;
  }
  yield numbers([dataDescriptor, entry.crc, entry.packed, entry.size]);
}

function* directoryOf(entries: readonly Entry[], at: number): Generator<Buffer> {
  const directory = Buffer.concat(entries.map(directoryEntry));
  yield directory;
  const count = entries.length * 0x1_0001;
  yield Buffer.concat([numbers([endOfDirectory, 0, count, directory.length, at]), Buffer.alloc(2)]);
}

/** A part's text up to the sums behind it, completed for print. */
async function* textOf(chunks: AsyncIterator<Uint8Array, void>, entry: Entry, sheet: string) {
  const part = entry.header.toString('latin1', 30);
  for (;;) {
    const chunk = await nextOf(chunks);
    // A part ends with its sums; text begins with "<".
    if (!chunk || chunk.readUInt32LE(0) === dataDescriptor) return;
    const piece = complete(part, chunk, sheet);
    entry.crc = crc32(piece, entry.crc);
    entry.size += piece.length;
    yield piece;
  }
}

const [sheetBegin, sheetEnd] = ['<sheetViews>', '</sheetData></worksheet>'];
const fits = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const margins =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>';
const setup = '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>';

/** The places stand at the beginning of a part's first chunk and at the end of its last. */
function complete(part: string, chunk: Buffer, sheet: string): Buffer {
  if (part === 'xl/workbook.xml') {
    const titles = `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${sheet}'!$1:$1</definedName></definedNames>`;
    return spliced(chunk, chunk.indexOf('</workbook>'), titles);
  }
  if (!part.startsWith('xl/worksheets/')) return chunk;
  const begin = chunk.indexOf(sheetBegin);
  const begun = begin < 0 ? chunk : spliced(chunk, begin, fits);
  return begun.subarray(-sheetEnd.length).toString('latin1') === sheetEnd
    ? spliced(begun, begun.length - '</worksheet>'.length, margins + setup)
    : begun;
}

function spliced(bytes: Buffer, at: number, text: string): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at)]);
}

const localHeader = 0x04_03_4b_50;
const dataDescriptor = 0x08_07_4b_50;
const directoryHeader = 0x02_01_4b_50;
const endOfDirectory = 0x06_05_4b_50;
const deflated = 8;
const descriptorLength = 16;

function directoryEntry({ header, crc, packed, size, at }: Entry): Buffer {
  const entry = Buffer.alloc(46 + header.length - 30);
  entry.writeUInt32LE(directoryHeader, 0);
  entry.writeUInt16LE(20, 4);
  // From the version that is needed to the date, as in the header before the part.
  header.copy(entry, 6, 4, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(header.length - 30, 28);
  entry.writeUInt32LE(at, 42);
  header.copy(entry, 46, 30);
  return entry;
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index);
  return bytes;
}

async function nextOf(chunks: AsyncIterator<Uint8Array, void>): Promise<Buffer | undefined> {
  const { done, value } = await chunks.next();
  return done ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
