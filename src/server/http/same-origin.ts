import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from '#server/config.ts';
import { ProblemError } from '#server/problems.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a changing request that another site made a browser send (rule 10). Browsers send the
 * origin of such a request. A program that is not a browser sends none, and holds nobody's cookie.
 */
export function requireSameOrigin(app: FastifyInstance, { publicUrl }: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (harmless.has(request.method) || isOwn(request, publicUrl)) return done();
    done(new ProblemError('foreign-origin', 'This request came from another site.'));
  });
}

function isOwn({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  return [`http://${host}`, `https://${host}`, publicUrl].includes(origin);
}
