import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';
import type { Deps } from './deps.ts';
import { admit } from './http/admit.ts';
import { answerProblem, answerProblems, refuseUnreadable } from './http/answer-problems.ts';
import { describeApi, docsAddress } from './http/describe-api.ts';
import { checkNames } from './http/known-names.ts';
import { nameSending } from './http/name-sending.ts';
import { setOwnWords } from './http/own-words.ts';
import { checkKindOfBody, readJson } from './http/read-body.ts';
import { recordRefusals } from './http/record-refusals.ts';
import { refuseUnserved } from './http/refuse-unserved.ts';
import { handle, largestFromAnyone, type Route } from './http/route.ts';
import { redact } from './http/redact.ts';
import { requireSameOrigin } from './http/same-origin.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveWeb } from './http/serve-web.ts';
import { noteUnreadable, requestIds, watchRequests } from './http/watch-requests.ts';
import { invalid } from './problems.ts';
import { routes } from './routes.ts';

/**
 * Builds the whole server without listening. Tests and production both build it with this function.
 */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { requestTimeout = 300_000 } = deps;
  const app = Fastify({
    // Long enough for a large file over a slow connection. Afterwards, a sender who disappeared no
    // longer holds a connection and half a file. Replies have no such limit.
    requestTimeout,
    http: { requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
    bodyLimit: 4 * 1024 * 1024,
    // Trusts only the proxy's own entry in X-Forwarded-For. Anybody can make up the entries before
    // it.
    trustProxy: deps.config.publicUrl !== undefined && ((_address, hop) => hop === 0),
    logger: {
      level: deps.config.logLevel,
      redact,
      ...(deps.logTo && { stream: deps.logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(deps.config),
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) =>
      refuseUnreadable(error, socket, (problem) => noteUnreadable(deps, app.log, problem, error)),
    frameworkErrors: answerProblem,
    // While closing, requests on open connections are still answered, and then the connection is
    // closed.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>();
  setOwnWords();
  checkBySchemas(app);
  answerProblems(app);
  watchRequests(app, deps);
  recordRefusals(app, deps);
  setSecurityHeaders(app);
  nameSending(app);
  readJson(app);
  app.decorateRequest('person', null);
  app.decorateRequest('contact', null);
  app.decorateRequest('remembered', null);
  app.decorateRequest('bodyDigest', '');
  await app.register(cookie);
  // The route reports a file that is too large, after all of it was read.
  await app.register(multipart, { throwFileSizeLimit: false });
  // Compresses replies only. Compressed bodies are refused (`read-body.ts`).
  await app.register(compress, { threshold: 1024, globalDecompression: false });
  await describeApi(app, routes);
  requireSameOrigin(app, deps.config);
  for (const route of routes) register(app, deps, route);
  await serveWeb(app, refuseUnserved([...routes, { method: 'GET', path: docsAddress }]));
  return app;
}

function register(app: FastifyInstance, deps: Deps, route: Route): void {
  app.route({
    method: route.method,
    ...(route.who === 'anyone' && { bodyLimit: largestFromAnyone }),
    ...(route.method !== 'GET' && route.uncompressed && { compress: false }),
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: route.summary,
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      response: {
        [route.status === 204 ? 204 : '2xx']: route.status === 204 ? z.null() : route.answer,
      },
    },
    onRequest: (request) => admit(deps, route, request),
    ...(route.method !== 'GET' && { preParsing: checkKindOfBody(route.largestFile !== undefined) }),
    preValidation: checkNames(route),
    handler: async (request, reply) => {
      void reply.code(route.status);
      return handle(deps, route, request, reply);
    },
  });
}

/**
 * Checks requests and replies with their schemas. The schemas are compiled, which takes a fraction
 * of the time. A value that does not fit is checked again by the schema itself, which reports the
 * errors. Replies are checked like bodies; their schemas do not change what they accept.
 */
function checkBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<ZodType>((part) => {
    const check = once(() => validatorCompiler({ ...part, schema: z.compile(part.schema) }));
    if (part.httpPart !== 'body') return (data) => check()(data);
    // A missing body is checked as an empty one, so that each required field is reported. If no
    // field is required, the missing body itself is reported, unless the whole body is optional.
    const isOptional = part.schema.isOptional();
    return (data) => {
      if (data == null && isOptional) return { value: undefined };
      const result = check()(data ?? {});
      const isRefused = typeof result === 'object' && 'error' in result;
      return data == null && !isRefused ? { error: nothingSent() } : result;
    };
  });
  app.setSerializerCompiler<ZodType>(({ schema }) => {
    const compiled = once(() => z.compile(schema));
    return (data) => JSON.stringify(compiled().parse(data));
  });
}

const nothingSent = () => invalid('', 'Please send what to change.');
