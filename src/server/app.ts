import { hash } from 'node:crypto';

import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';
import type { Deps } from './deps.ts';
import { answerProblem, answerProblems, refuseUnreadable } from './http/answer-problems.ts';
import { describeApi, docsAddress } from './http/describe-api.ts';
import { checkNames } from './http/known-names.ts';
import { recordRefusals } from './http/record-refusals.ts';
import { refuseUnserved } from './http/refuse-unserved.ts';
import { admit, handle, largestFromAnyone, type Route } from './http/route.ts';
import { requireSameOrigin } from './http/same-origin.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveWeb } from './http/serve-web.ts';
import { noteUnreadable, requestIds, watchRequests } from './http/watch-requests.ts';
import { invalid } from './problems.ts';
import { routes } from './routes.ts';

/** Builds the whole server, listening nowhere. Tests and production build it by this one call. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { requestTimeout = 300_000 } = deps;
  const app = Fastify({
    // A large file over a slow line arrives within it; whoever is gone without a word holds a
    // connection, and what came of a file, no longer. What we send takes as long as it takes.
    requestTimeout,
    http: { requestTimeout, connectionsCheckingInterval: requestTimeout / 10 },
    bodyLimit: 4 * 1024 * 1024,
    // The proxy's own entry alone: what stands before it in X-Forwarded-For anyone can make up.
    trustProxy: deps.config.publicUrl !== undefined && ((_address, hop) => hop === 0),
    logger: {
      level: deps.config.logLevel,
      redact: secrets,
      ...(deps.logTo && { stream: deps.logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(deps.config),
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) =>
      refuseUnreadable(error, socket, (problem) => noteUnreadable(deps, app.log, problem, error)),
    frameworkErrors: answerProblem,
    // What still comes on an open connection is served as well, and the connection closed after it.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>();
  checkBySchemas(app);
  answerProblems(app);
  watchRequests(app, deps);
  recordRefusals(app, deps);
  setSecurityHeaders(app);
  readJson(app);
  app.decorateRequest('person', null);
  app.decorateRequest('remembered', null);
  app.decorateRequest('bodyDigest', '');
  await app.register(cookie);
  // A file that is too large is told by the route, once all of it was read.
  await app.register(multipart, { throwFileSizeLimit: false });
  // Nobody sends us compressed bodies: unpacking what strangers packed is a risk without a use.
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
    preValidation: checkNames(route),
    handler: async (request, reply) => {
      void reply.code(route.status);
      return handle(deps, route, request, reply);
    },
  });
}

/**
 * What comes in and what goes out, by the schema that says so. Compiled, it takes a fraction of the
 * time; what does not fit is read once more by the schema itself, which tells its errors. Answers
 * are checked as bodies are; no schema of an answer changes what it lets through.
 */
function checkBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<ZodType>((part) => {
    const check = once(() => validatorCompiler({ ...part, schema: z.compile(part.schema) }));
    if (part.httpPart !== 'body') return (data) => check()(data);
    // A body that is missing has no fields: each that is required is told, or that there are none.
    return (data) => {
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

/**
 * Reads JSON bodies, keeping the digest of their bytes: receipts and request keys are made of it.
 * No bytes are no body, whatever the header says: many clients name JSON on every call.
 */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    if (bytes.length === 0) return done(null);
    request.bodyDigest = hash('sha256', bytes);
    void parse(request, bytes.toString('utf8'), done);
  });
}

/**
 * What no log may tell, at whatever level: sessions, also those in the options of the form's
 * parser, and the row that broke a constraint, which may hold an answer.
 */
const secrets = [
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
  'busboyOptions.headers',
  'err.detail',
  'err.where',
];
