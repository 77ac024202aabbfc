import type { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** The answer of a route that answers a file; see {@link sendFile}. */
export const fileAnswer = z
  .custom<Readable | Buffer>()
  .meta({ type: 'string', format: 'binary', description: 'A file, to be saved' });

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
