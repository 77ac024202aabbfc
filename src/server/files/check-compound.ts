/** The values that end a chain and that mark a free sector. */
const endOfChain = 0xfffffffe;
const unused = 0xffffffff;
const mostStreams = 1_000;
/** The streams together may be this many times as large as the file: some of them overlap. */
const mostTimes = 4;

/**
 * True when an old workbook (.xls) is safe to read. It is a compound file: a table chains sectors
 * to streams. The reader unpacks every chain wherever it leads, so a file of one kilobyte whose
 * chains run in a circle takes gigabytes. This function walks the chains first, and keeps nothing.
 */
export function isHarmlessCompound(bytes: Buffer): boolean {
  try {
    return staysInBounds(bytes);
  } catch (error) {
    // The file points beyond its own end.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

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
  let left = mostTimes * sectors;
  const placeOf = (sector: number) => (sector + 1) * sectorSize;
  const next = (sector: number) => {
    const perSector = sectorSize / 4;
    const part = table[Math.floor(sector / perSector)];
    return part === undefined
      ? endOfChain
      : bytes.readUInt32LE(placeOf(part) + (sector % perSector) * 4);
  };
  /** Returns the sectors of a chain; null when all chains together are longer than allowed. */
  const walk = (start: number): number[] | null => {
    const chain: number[] = [];
    for (let sector = start; sector !== endOfChain && sector !== unused; sector = next(sector)) {
      left -= 1;
      if (left < 0) return null;
      chain.push(sector);
    }
    return chain;
  };

  const directory = walk(bytes.readUInt32LE(48));
  if (!directory || !walk(bytes.readUInt32LE(60))) return false;
  const entries = directory.flatMap((sector) =>
    Array.from({ length: sectorSize / 128 }, (_, index) => placeOf(sector) + index * 128),
  );
  if (entries.length > mostStreams) return false;
  return entries.every((at) => {
    const kind = bytes.readUInt8(at + 66);
    // The root entry holds the small streams. A stream with its own sectors is at least as large as
    // the cutoff.
    const chained = kind === 5 || (kind === 2 && bytes.readUInt32LE(at + 120) >= cutoff);
    return !chained || walk(bytes.readUInt32LE(at + 116)) !== null;
  });
}

/**
 * Returns the sectors of the table itself: the first are listed in the header, the others in a
 * chain of sectors.
 */
function listTableSectors(bytes: Buffer, sectorSize: number, count: number): number[] {
  const places = Array.from({ length: 109 }, (_, index) => 76 + index * 4);
  let sector = bytes.readUInt32LE(68);
  while (places.length < count && sector !== endOfChain && sector !== unused) {
    const begin = (sector + 1) * sectorSize;
    const last = begin + sectorSize - 4;
    for (let at = begin; at < last; at += 4) places.push(at);
    sector = bytes.readUInt32LE(last);
  }
  return places.slice(0, count).map((at) => bytes.readUInt32LE(at));
}
