import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { isRefusal, type ProblemError, type ProblemType } from '#server/problems.ts';
import type { Unreadable } from './answer-problems.ts';

const requestIdHeader = 'x-request-id';
/** What may stand in a log and a header as it came. */
const safeId = /^[\w.:-]{8,100}$/;

/**
 * The name of a request in the log, in its answer and in a problem: the proxy's own where there is
 * one (only then is it not anybody's to choose), otherwise one of ours.
 */
export function requestIds({ publicUrl }: Config): (request: IncomingMessage) => string {
  return (request) => {
    const given = request.headers[requestIdHeader];
    const isSafe = typeof given === 'string' && safeId.test(given);
    return publicUrl !== undefined && isSafe ? given : randomUUID();
  };
}

/**
 * One line in the log and one measure for each request. The address as it came is not written
 * down: people search by names. Who was kept out is a line of its own name, to be alarmed by.
 */
export function watchRequests(app: FastifyInstance, { metrics, stopping }: Deps): void {
  app.decorateRequest('problem', null);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id);
    // Whoever comes again shall come to another process.
    if (stopping.aborted) void reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const of = { method: request.method, route: routeOf(request), status: `${reply.statusCode}` };
    metrics.requestAnswered(of, reply.elapsedTime);
    const { problem, person, log } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    const line = { ...of, ...(problem && { problem }), milliseconds, userId: person?.id };
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

/** What could not be read was no request, so the hooks above never hear of it. Its bytes stay out. */
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

/** A call's path as it is defined; screens and their files are one, and what is not there too. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return url.startsWith('/api/') ? url : pages;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer told, where it told a problem. */
    problem: ProblemType | null;
  }
}
