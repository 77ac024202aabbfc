import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { isRefusal, type ProblemError, type ProblemType } from '#server/problems.ts';
import type { Unreadable } from './answer-problems.ts';

const requestIdHeader = 'x-request-id';
/** The ids that are safe to copy into a log and a header. */
const safeId = /^[\w.:-]{8,100}$/;

/**
 * Returns the id of a request, which is in the log, in the reply and in a problem. Behind a proxy
 * it is the proxy's own id. Without one it is always made here, because then any client could
 * choose it.
 */
export function requestIds({ publicUrl }: Config): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers[requestIdHeader];
    const isSafe = typeof given === 'string' && safeId.test(given);
    return publicUrl !== undefined && isSafe ? given : randomUUID();
  };
}

/**
 * Writes one log line and one metric for each request. The address as it came is not logged: people
 * search by names. A refused request has a message of its own, so that it can raise an alarm.
 */
export function watchRequests(app: FastifyInstance, { metrics, stopping }: Deps): void {
  app.decorateRequest('problem', null);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id);
    // Closes the connection, so that the client's next request reaches another process.
    if (stopping.aborted) void reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const of = { method: request.method, route: routeOf(request), status: `${reply.statusCode}` };
    metrics.requestAnswered(of, reply.elapsedTime);
    const { problem, person, contact, log } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    const line = {
      ...of,
      ...(problem && { problem }),
      ...{ milliseconds, userId: person?.id, contactId: contact?.id },
    };
    if (problem && isRefusal(problem)) {
      metrics.requestRefused(problem);
      log.info(line, 'request refused');
    } else log[of.route === pages ? 'debug' : 'info'](line, 'request answered');
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    const of = { method: request.method, route: routeOf(request) };
    metrics.requestAborted(of);
    request.log.info(of, 'request aborted');
    done();
  });
}

/**
 * Logs bytes that could not be parsed. They were no request, so the hooks above do not run. The
 * bytes themselves are not logged.
 */
export function noteUnreadable(
  { metrics }: Deps,
  log: FastifyBaseLogger,
  { type: problem, status }: ProblemError,
  { code }: Unreadable,
): void {
  metrics.requestRefused(problem);
  log.info({ status: `${status}`, problem, code }, 'request refused');
}

const pages = 'pages';

/**
 * Returns a call's path as it is defined. All screens and their files share one name, and so do
 * addresses where nothing is.
 */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return url.startsWith('/api/') ? url : pages;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The type of the problem that was sent, if any. */
    problem: ProblemType | null;
  }
}
