/** The values that end a chain and that mark a free sector. */
const endOfChain = 0xfffffffe;
const unused = 0xffffffff;
const mostStreams = 1_000;
/** The streams together may be this many times as large as the file: some of them overlap. */
const mostTimes = 4;
/** The bytes of an entry in the directory of streams. */
const entrySize = 128;

/**
 * True when an old workbook (.xls) is safe to read. It is a compound file: a table chains sectors
 * to streams. The reader unpacks every chain wherever it leads, so a file of one kilobyte whose
 * chains run in a circle takes gigabytes. This function walks the chains first, and keeps nothing.
 */
export function isHarmlessCompound(bytes: Buffer): boolean {
  try {
    return staysInBounds(bytes);
  } catch (error) {
    // The file points beyond its own end, or its chains are too long.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns false, or throws a RangeError, when the file is not safe. */
function staysInBounds(bytes: Buffer): boolean {
  const sectorSize = 1 << bytes.readUInt16LE(30);
  const [smallSector, cutoff] = [bytes.readUInt16LE(32), bytes.readUInt32LE(56)];
  if (![512, 4096].includes(sectorSize) || smallSector !== 6 || cutoff !== 4096) return false;
  const sectors = Math.ceil(bytes.length / sectorSize);
  const tableSectors = bytes.readUInt32LE(44);
  if (tableSectors > Math.ceil((sectors * 4) / sectorSize) + 1) return false;

  const table = listTableSectors(bytes, sectorSize, tableSectors);
  // The reader skips such a gap, and would then read the wrong sectors.
  if (table.includes(unused) || table.includes(endOfChain)) return false;

  const walk = chainWalker(bytes, sectorSize, table, mostTimes * sectors);
  const directory = walk(bytes.readUInt32LE(48));
  // The table of the small sectors.
  walk(bytes.readUInt32LE(60));
  const perSector = sectorSize / entrySize;
  if (directory.length * perSector > mostStreams) return false;
  for (const sector of directory)
    for (let index = 0; index < perSector; index += 1) {
      const at = placeOf(sector, sectorSize) + index * entrySize;
      if (hasOwnSectors(bytes, at, cutoff)) walk(bytes.readUInt32LE(at + 116));
    }
  return true;
}

/**
 * Returns the stream that has the first of these names; null when no stream of these names has sectors of its own.
 * {@link isHarmlessCompound} must have accepted the file.
 */
export function readCompoundStream(bytes: Buffer, names: readonly string[]): Buffer | null {
  const sectorSize = 1 << bytes.readUInt16LE(30);
  const table = listTableSectors(bytes, sectorSize, bytes.readUInt32LE(44));
  const walk = chainWalker(bytes, sectorSize, table, mostTimes * bytes.length);
  const part = (sector: number) => {
    const begin = placeOf(sector, sectorSize);
    return bytes.subarray(begin, begin + sectorSize);
  };
  const entries = walk(bytes.readUInt32LE(48)).flatMap((sector) =>
    Array.from({ length: sectorSize / entrySize }, (_, index) =>
      part(sector).subarray(index * entrySize, (index + 1) * entrySize),
    ),
  );
  for (const name of names) {
    const entry = entries.find((one) => nameOf(one) === name);
    if (entry && hasOwnSectors(entry, 0, bytes.readUInt32LE(56))) {
      const sectors = walk(entry.readUInt32LE(116)).map(part);
      return Buffer.concat(sectors).subarray(0, entry.readUInt32LE(120));
    }
  }
  return null;
}

/** Returns the name in an entry. It ends with a zero, which its length includes. */
function nameOf(entry: Buffer): string {
  return entry.toString('utf16le', 0, Math.max(0, entry.readUInt16LE(64) - 2));
}

/**
 * Returns the sectors of the table itself: the first are listed in the header, the others in a
 * chain of sectors.
 */
function listTableSectors(bytes: Buffer, sectorSize: number, count: number): number[] {
  const places = Array.from({ length: 109 }, (_, index) => 76 + index * 4);
  let sector = bytes.readUInt32LE(68);
  while (places.length < count && sector !== endOfChain && sector !== unused) {
    const begin = placeOf(sector, sectorSize);
    const last = begin + sectorSize - 4;
    for (let at = begin; at < last; at += 4) places.push(at);
    sector = bytes.readUInt32LE(last);
  }
  return places.slice(0, count).map((at) => bytes.readUInt32LE(at));
}

/**
 * Returns a function that returns the sectors of a chain. It throws when all chains together have
 * more than `most` sectors.
 */
function chainWalker(bytes: Buffer, sectorSize: number, table: readonly number[], most: number) {
  const perSector = sectorSize / 4;
  const next = (sector: number) => {
    const part = table[Math.floor(sector / perSector)];
    if (part === undefined) return endOfChain;
    return bytes.readUInt32LE(placeOf(part, sectorSize) + (sector % perSector) * 4);
  };
  let left = most;
  return (start: number): number[] => {
    const chain: number[] = [];
    for (let sector = start; sector !== endOfChain && sector !== unused; sector = next(sector)) {
      left -= 1;
      if (left < 0) throw new RangeError('The chains are too long');
      chain.push(sector);
    }
    return chain;
  };
}

/** True when the entry at this place has a chain of sectors of its own. */
function hasOwnSectors(bytes: Buffer, at: number, cutoff: number): boolean {
  const kind = bytes.readUInt8(at + 66);
  // The root entry. Its chain holds the small streams.
  if (kind === 5) return true;
  // A stream that is smaller than the cutoff is one of the small streams.
  return kind === 2 && bytes.readUInt32LE(at + 120) >= cutoff;
}

/** Returns where a sector begins. The header comes first, and takes the place of one sector. */
function placeOf(sector: number, sectorSize: number): number {
  return (sector + 1) * sectorSize;
}
