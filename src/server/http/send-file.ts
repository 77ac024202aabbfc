import type { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';
import { z, type ZodType } from 'zod';

const mediaTypes = new WeakMap<ZodType, readonly string[]>();

/** The media types of an answer that is no JSON; undefined where it is. */
export function mediaTypesOf(answer: ZodType): readonly string[] | undefined {
  return mediaTypes.get(answer);
}

/** An answer that leaves as one of these media types in place of JSON. */
export function answeredAs<S extends ZodType>(answer: S, ...types: string[]): S {
  mediaTypes.set(answer, types);
  return answer;
}

/** The answer of a route that answers a file of one of these media types; see {@link sendFile}. */
export function fileAnswer(...types: string[]) {
  return answeredAs(z.custom<Readable | Buffer>(), ...types);
}

/**
 * Answers a file: saved under its name, never shown among our own pages, and taken for nothing
 * but what we say it is.
 */
export function sendFile<T extends Readable | Buffer>(
  reply: FastifyReply,
  file: { name: string; mediaType: string; content: T; size?: number },
): T {
  void reply
    .type(file.mediaType)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; ${fileNameParameters(file.name)}`);
  if (file.size !== undefined) void reply.header('content-length', file.size);
  return file.content;
}

/** RFC 6266: the plain name for old programs, and the true one for all others. */
function fileNameParameters(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
