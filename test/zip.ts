import { crc32, deflateRawSync } from 'node:zlib';

export type Part = {
  name: string;
  content: Buffer | string;
  /** The size that the directory claims, true or not. */
  size?: number;
};

/** Returns a zip of these parts, deflated. */
export function aZip(parts: readonly Part[]): Buffer {
  const { bodies, directory } = pack(parts, 0);
  const where = { count: parts.length, size: directory.length, offset: bodies.length };
  // If the numbers do not fit into the end record, a larger record goes before it.
  const large = parts.length > 65_534 ? largeEnd(where, bodies.length + directory.length) : '';
  return Buffer.concat([bodies, directory, Buffer.from(large), end(where)]);
}

/**
 * Returns a zip that shows these parts, while its large records lead to a directory of hidden ones.
 */
export function aTwofoldZip(shown: readonly Part[], hidden: readonly Part[]): Buffer {
  const first = pack(shown, 0);
  const second = pack(hidden, first.bodies.length);
  const begin = first.bodies.length + second.bodies.length;
  const middle = begin + first.directory.length;
  return Buffer.concat([
    first.bodies,
    second.bodies,
    first.directory,
    second.directory,
    largeEnd(
      { count: hidden.length, size: second.directory.length, offset: middle },
      middle + second.directory.length,
    ),
    end({ count: shown.length, size: 0xffffffff, offset: begin }),
  ]);
}

/** Empty content, deflated. */
const nothing = deflateRawSync('');

function pack(parts: readonly Part[], begin: number) {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = begin;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = content.length === 0 ? nothing : deflateRawSync(content);
    const name = Buffer.from(part.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(part.size ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, entry, name);
    bodies.push(local);
    offset += local.length;
  }
  return { bodies: Buffer.concat(bodies), directory: Buffer.concat(directory) };
}

/** A directory: the number of its entries, its bytes, and where it begins. */
type Where = { count: number; size: number; offset: number };

function end({ count, size, offset }: Where): Buffer {
  const record = Buffer.alloc(22);
  record.write('PK\x05\x06', 'latin1');
  record.writeUInt16LE(Math.min(count, 0xffff), 8);
  record.writeUInt16LE(Math.min(count, 0xffff), 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

/** Returns the 64-bit end record, which is at `place`, and the record that says where it is. */
function largeEnd({ count, size, offset }: Where, place: number): Buffer {
  const record = Buffer.alloc(76);
  record.write('PK\x06\x06', 'latin1');
  record.writeUInt32LE(44, 4);
  record.writeUInt32LE(count, 24);
  record.writeUInt32LE(count, 32);
  record.writeUInt32LE(size, 40);
  record.writeUInt32LE(offset, 48);
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeUInt32LE(place, 64);
  record.writeUInt32LE(1, 72);
  return record;
}
