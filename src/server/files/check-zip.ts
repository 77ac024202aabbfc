import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Limits far above what people's workbooks have, and within what a small machine can take. */
const mostEntries = 1_000;
const largestUnpacked = 64 * 1024 * 1024;
/**
 * The most bytes between two tags. A cell has up to 32,767 letters of up to eight bytes each
 * (`&#xFFFF;`).
 */
const longestText = 300_000;
/** The most tags in one entry. 50,000 hotels of 20 columns have at most six million. */
const mostTags = 10_000_000;
/**
 * The beginning of a document type, which can define entities that an XML parser expands. No
 * workbook has one.
 */
const entities = '<!DOCTYPE';

/**
 * True when a zip is safe to unpack: it has not too many entries, its declared size is not too
 * large, and the declared sizes are true. The reader of workbooks trusts those sizes, so each entry
 * is unpacked once here. Nothing is kept, and unpacking stops when an entry exceeds its declared
 * size. `largest` is in bytes, for all entries together.
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
  // Other entries, such as pictures, have no tags.
  const isXml = entry.name.endsWith('.xml');
  /** The bytes since the last tag began. */
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

/**
 * Returns an entry's packed bytes. A header with the entry's name and extra fields precedes them.
 */
export function packedBytes(bytes: Buffer, { offset, compressedSize }: ZipEntry): Buffer | null {
  if (offset + 30 > bytes.length || bytes.toString('latin1', offset, offset + 4) !== 'PK\x03\x04')
    return null;
  const begin = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const end = begin + compressedSize;
  return end <= bytes.length ? bytes.subarray(begin, end) : null;
}
