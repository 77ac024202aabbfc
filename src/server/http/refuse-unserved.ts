import type { FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '#server/problems.ts';
import { sendProblem } from './answer-problems.ts';
import type { Route } from './route.ts';

/**
 * Returns the handler for an address that no route serves with the request's method. It replies 405
 * with the methods that the address does take, or 404 when nothing is at the address.
 */
export function refuseUnserved(routes: readonly Pick<Route, 'method' | 'path'>[]) {
  const patterns = routes.map(({ method, path }) => ({
    method,
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const [path = ''] = request.url.split('?');
    const served = patterns.filter((one) => one.path.test(path)).map(({ method }) => method);
    if (served.length === 0)
      return sendProblem(reply, new ProblemError('not-found', 'There is nothing at this address.'));
    const allowed = [...new Set(served.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : one)))];
    void reply.header('allow', allowed.toSorted().join(', '));
    const detail = `This address takes ${allowed.toSorted().join(', ')}.`;
    sendProblem(reply, new ProblemError('method-not-allowed', detail));
  };
}
