import { createHash, timingSafeEqual } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { notFound, ProblemError } from '#server/problems.ts';

/**
 * Throws unless the call has the right token. It compares digests, so that the time of the
 * comparison shows neither the token's length nor its content.
 */
export function requireMonitor(expected: string | undefined, request: FastifyRequest): void {
  if (expected === undefined) throw notFound('A token for metrics');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = request.headers.authorization ?? '';
  if (!timingSafeEqual(digest(given), digest(`Bearer ${expected}`)))
    throw new ProblemError('not-signed-in', 'Please send the token of METRICS_TOKEN.');
}
