import type { FastifyRequest } from 'fastify';

import { ProblemError } from '#server/problems.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a changing request that another site made a browser send (decision 10). Browsers tell
 * the origin of such a request; a program that is no browser tells none, and holds no one's cookie.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (harmless.has(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreign = new ProblemError('foreign-origin', 'This request came from another site.');
  if (origin !== undefined) {
    const own = [`http://${host}`, `https://${host}`, publicUrl && new URL(publicUrl).origin];
    if (!own.includes(origin)) throw foreign;
  } else if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw foreign;
  }
}
