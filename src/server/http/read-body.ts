import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#server/problems.ts';

const notUtf8 = () =>
  new ProblemError(
    'malformed-request',
    'The text in the request is not UTF-8. Please send JSON in UTF-8.',
  );

/**
 * Reads JSON bodies and stores the digest of their bytes, which receipts and request keys are made
 * from. An empty body counts as no body, whatever the header says: many clients send a JSON content
 * type with every call.
 *
 * Bytes that are not UTF-8 are refused. Decoding would replace them by U+FFFD, so that something else
 * would be stored than was sent.
 */
export function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    if (bytes.length === 0) return done(null);
    if (!isUtf8(bytes)) return done(notUtf8());
    request.bodyDigest = hash('sha256', bytes);
    void parse(request, bytes.toString('utf8'), done);
  });
}

/**
 * Returns the check of what kind of body was sent to a route, to run before the body is read.
 *
 * - It refuses compressed bodies: our clients send none, and unpacking a stranger's data is a risk.
 * - It refuses a form where the route takes JSON. The parser of forms reads nothing by itself, so the form
 *   would count as an empty body.
 * - Where the route takes a file, it says so to a sender of any other media type. JSON is let through,
 *   because `receive-upload.ts` refuses it after the address was checked.
 */
export function checkKindOfBody(takesFile: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (coding !== '' && coding !== 'identity') {
      void reply.header('accept-encoding', 'identity');
      throw wrongKind('Compressed bodies are not accepted. Please send the body as it is.');
    }
    const type = request.headers['content-type']?.trim().toLowerCase() ?? '';
    const isForm = type.startsWith('multipart/');
    if (takesFile && type !== '' && !isForm && !type.startsWith('application/json'))
      throw notAForm();
    if (!takesFile && isForm) throw wrongKind('Please send JSON.');
  };
}

const wrongKind = (detail: string) => new ProblemError('wrong-media-type', detail);

/** Returns the error that something else than a form was sent to a route that takes a file. */
export function notAForm(): ProblemError {
  return wrongKind('Please send the file in a form, in its field "file".');
}
