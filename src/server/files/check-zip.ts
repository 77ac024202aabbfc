import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Far above what people's workbooks have, and what a small machine can take. */
const mostEntries = 1_000;
const largestUnpacked = 64 * 1024 * 1024;
/** Bytes between two tags. A cell has at most 32,767 letters, each of at most eight bytes (`&#xFFFF;`). */
const longestText = 300_000;
/** Tags of one entry: 50,000 hotels of 20 columns have six million at most. */
const mostTags = 10_000_000;
/** What tells an XML parser to follow entities, before anything else. No workbook has it. */
const entities = '<!DOCTYPE';

/**
 * Whether a zip may be unpacked: it has not too many entries, is not too large by what it says, and
 * what it says is true. Each entry is unpacked once for that, keeping nothing and stopping where it
 * exceeds its word, since the reader of workbooks trusts sizes. `largest` is in bytes, of all entries.
 */
export async function isHarmlessZip(bytes: Buffer, largest = largestUnpacked): Promise<boolean> {
  const entries = readZipDirectory(bytes, mostEntries);
  if (!entries || entries.length === 0) return false;
  if (entries.reduce((sum, { size }) => sum + size, 0) > largest) return false;
  for (const entry of entries) if (!(await keepsItsWord(bytes, entry))) return false;
  return true;
}

async function keepsItsWord(bytes: Buffer, entry: ZipEntry): Promise<boolean> {
  const packed = packedBytes(bytes, entry);
  if (!packed || entry.encrypted) return false;
  if (entry.method === 0) return packed.length === entry.size && !packed.includes(entities);
  if (entry.method !== 8) return false;
  let size = 0;
  // A picture in a workbook has no tags.
  const isXml = entry.name.endsWith('.xml');
  /** Bytes since the last tag began. */
  let text = 0;
  let tags = 0;
  try {
    for await (const part of Readable.from([packed]).pipe(createInflateRaw())) {
      const chunk = part as Buffer;
      if (size === 0 && chunk.includes(entities)) return false;
      size += chunk.length;
      const lastTag = chunk.lastIndexOf('<');
      text = lastTag < 0 ? text + chunk.length : chunk.length - lastTag;
      if (isXml) tags += countTags(chunk);
      if (size > entry.size || (isXml && text > longestText) || tags > mostTags) return false;
    }
  } catch {
    return false;
  }
  return size === entry.size;
}

function countTags(chunk: Buffer): number {
  let tags = 0;
  for (const byte of chunk) if (byte === tagBegin) tags += 1;
  return tags;
}

const tagBegin = '<'.charCodeAt(0);

/** An entry's own header comes before its bytes, with its name and extras. */
export function packedBytes(bytes: Buffer, { offset, compressedSize }: ZipEntry): Buffer | null {
  if (offset + 30 > bytes.length || bytes.toString('latin1', offset, offset + 4) !== 'PK\x03\x04')
    return null;
  const begin = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const end = begin + compressedSize;
  return end <= bytes.length ? bytes.subarray(begin, end) : null;
}
