import type { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';
import { z, type ZodType } from 'zod';

const mediaTypes = new WeakMap<ZodType, readonly string[]>();

/** Returns the media types of a reply that is not JSON; undefined when it is JSON. */
export function mediaTypesOf(answer: ZodType): readonly string[] | undefined {
  return mediaTypes.get(answer);
}

/** Marks a reply's schema as sent in one of these media types instead of JSON. */
export function answeredAs<S extends ZodType>(answer: S, ...types: string[]): S {
  mediaTypes.set(answer, types);
  return answer;
}

/**
 * Returns the schema of a route that sends a file of one of these media types; see
 * {@link sendFile}.
 */
export function fileAnswer(...types: string[]) {
  return answeredAs(z.custom<Readable | Buffer>(), ...types);
}

/**
 * Sends a file. The browser saves it under its name, never shows it among our own pages, and never
 * guesses another type. A browser may show a file that is sent `inline`, which only a picture is.
 */
export function sendFile<T extends Readable | Buffer>(
  reply: FastifyReply,
  file: { name: string; mediaType: string; content: T; size?: number; inline?: boolean },
): T {
  const disposition = file.inline ? 'inline' : 'attachment';
  void reply
    .type(file.mediaType)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `${disposition}; ${fileNameParameters(file.name)}`);
  if (file.size !== undefined) void reply.header('content-length', file.size);
  return file.content;
}

/**
 * Returns both names of RFC 6266: a plain one for old programs, and the true one for all others.
 */
function fileNameParameters(name: string): string {
  const plain = name.replaceAll(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
