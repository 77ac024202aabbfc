import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { knownVersionHeader, versionHeader } from '#domain/sync/version-headers.ts';

/**
 * The quickest compression level of each encoding. The usual levels take three to five times as long for the
 * board.
 */
const levels = {
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 1 } },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
};
/** The encodings in the order in which we prefer them, which is the order of all other replies. */
const compressors = {
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes, levels.zstd),
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, levels.br),
  gzip: promisify(gzip),
} satisfies Record<string, (bytes: Buffer) => Promise<Buffer>>;
type Encoding = keyof typeof compressors;
const encodings = Object.keys(compressors) as Encoding[];

/** Replies with fewer bytes are sent uncompressed. */
const threshold = 1024;

/**
 * A reply in JSON that several requests share. It is compressed once for each encoding, by the threads
 * that the runtime has for that.
 */
export type EncodedReply = {
  bytes: Buffer;
  /** The hash of the bytes. Replies of the same version have the same content. */
  version: string;
  compressed: (encoding: Encoding) => Promise<Buffer>;
};

/** Collects the parts of a reply. */
export async function collectReply(parts: AsyncIterable<string>): Promise<EncodedReply> {
  const hash = createHash('sha256');
  const collected: Buffer[] = [];
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    hash.update(bytes);
    collected.push(bytes);
  }
  const bytes = Buffer.concat(collected);
  const made = new Map<Encoding, Promise<Buffer>>();
  const compressed = (encoding: Encoding) => {
    const earlier = made.get(encoding) ?? compressors[encoding](bytes);
    made.set(encoding, earlier);
    return earlier;
  };
  return { bytes, version: `W/"${hash.digest('base64url')}"`, compressed };
}

/** Sends the reply, or 304 without a body to a client that has this version. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, version, compressed }: EncodedReply,
): Promise<FastifyReply> {
  void reply.headers({ [versionHeader]: version, vary: 'accept-encoding' });
  if (request.headers[knownVersionHeader] === version) return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  const encoding = bytes.length < threshold ? undefined : encodingFor(request);
  if (!encoding) return reply.send(bytes);
  void reply.header('content-encoding', encoding);
  return reply.send(await compressed(encoding));
}

/**
 * Returns the encoding that we prefer among those that the client takes. It splits at the signs alone: a pattern
 * with white space around the semicolon would take time with the square of the header's length.
 */
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const taken = new Map(
    (headers['accept-encoding'] ?? '').split(',').map((one) => {
      const [name = '', quality = ''] = one.split(';').map((part) => part.trim().toLowerCase());
      return [name, !/^q=0(\.0*)?$/.test(quality)];
    }),
  );
  return encodings.find((name) => taken.get(name));
}
