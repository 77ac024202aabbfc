/** An entry as a zip's own directory declares it. None of it needs to be true. */
export type ZipEntry = {
  name: string;
  /** 0 means stored, 8 means deflated. */
  method: number;
  encrypted: boolean;
  /** The bytes that the entry has in the file, and unpacked. */
  compressedSize: number;
  size: number;
  /** The offset of the entry's own header. */
  offset: number;
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** A size or offset with this value is written in another record, because it needs 64 bits. */
const elsewhere = 0xffffffff;
const endLength = 22;
const longestComment = 65_535;

/**
 * Reads the directory at the end of a zip and unpacks nothing. Returns null when it cannot be read
 * or has more than `mostEntries`. Zips beyond 4 GB are not read, nor a zip that only claims to be
 * one: a reader that believes the claim would find another directory.
 */
export function readZipDirectory(bytes: Buffer, mostEntries: number): ZipEntry[] | null {
  const end = findEnd(bytes);
  if (end === null) return null;
  const count = bytes.readUInt16LE(end + 10);
  if (count > mostEntries || bytes.readUInt32LE(end + 12) === elsewhere) return null;
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entrySignature) return null;
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      compressedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Finds the end record. It is the last thing in the file, except for a comment. */
function findEnd(bytes: Buffer): number | null {
  const last = bytes.length - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1)
    if (bytes.readUInt32LE(at) === endSignature) return at;
  return null;
}
