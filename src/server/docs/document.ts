import { sessionCookie } from '#server/http/auth-sessions.ts';
import { contactCookie } from '#server/http/contact-session.ts';
import type { Route } from '#server/http/route.ts';
import { operationOf, tagOf } from './operation.ts';
import { answerHeaders, headerParameters } from './parameters.ts';
import { listOfProblems } from './refusals.ts';
import { collectSchemas } from './schemas.ts';

/**
 * Returns the OpenAPI document. It is made from the routes and from the schemas that check them, so
 * it cannot differ from what the server does. What is the same for every route of a kind is
 * described here once.
 */
export function describeRoutes(routes: readonly Route[]) {
  const schemas = collectSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  return schemas.withComponents({
    openapi: '3.1.0',
    info: {
      title: 'Bellwether',
      version: '1',
      summary: 'Service quality support management for hotel brands.',
      description: introduction,
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    tags: [...new Set(routes.map(tagOf))].toSorted().map((name) => ({
      name,
      description: tags[name],
    })),
    paths,
    components: {
      securitySchemes,
      parameters: headerParameters,
      headers: answerHeaders,
    },
  });
}

const introduction = `
Sign in by \`POST /api/auth/login\`; the session's cookie then authorises each call. A program may
take it along like a browser. Changing calls that name an \`Origin\` must name the server's own.

**Moments** are ISO 8601 in UTC (\`2026-03-31T10:00:00.000Z\`); **days** (\`2026-03-31\`) have no
time zone; durations are in seconds and sizes in bytes; percents go from 0 to 100.

**Ids** are numbers, and a field named after a record holds that record's \`id\`. One field is an
exception: \`hotelId\` **of a hotel** is the brand's own code for it, which is text (\`"BOS-017"\`).
In sessions, responses, documents, filters and everywhere else \`hotelId\` is the \`id\` of a hotel.

**Names that we do not know**: a parameter of the query is refused with 400. A field of a body is
ignored and named in the header \`x-ignored-fields\`; where no field is known, the body is refused.

**Bodies** are JSON in UTF-8, or a form with one file. A compressed body is refused with 415.

**Sending again**: calls with the header \`idempotency-key\`, and bodies with a \`clientId\`, can be
sent again after a lost answer without doing anything twice.

Every refusal is an RFC 9457 problem, \`application/problem+json\`. \`detail\` is fit to be shown to
people; programs go by \`type\`. An address that has no such method answers 405 with \`Allow\`, and
what cannot be read as HTTP 408, 400 or 431. The types:

${listOfProblems()}
`.trim();

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: `The cookie that \`POST /api/auth/login\` sets. Where the server is reached by https its name is \`__Host-${sessionCookie}\`.`,
  },
  link: {
    type: 'apiKey',
    in: 'cookie',
    name: contactCookie,
    description: `The cookie that \`POST /api/link/open\` sets for a hotel contact. Where the server is reached by https its name is \`__Host-${contactCookie}\`.`,
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The setting METRICS_TOKEN.' },
};

/** The description of each group of calls. */
const tags: Readonly<Record<string, string>> = {
  actions: 'What hotels do about findings: owner, due day, status and history.',
  answers: 'The options of a choice question.',
  appeals: 'What hotels appeal against in approved rounds, and how it was decided.',
  'audit-events': 'Who did what, and when.',
  auth: 'Signing in and out, and where one is signed in.',
  'background-jobs': 'The server’s background jobs, and how their last runs went.',
  cycles: 'What came of a hotel’s way through the six stages.',
  devices: 'What waits on devices, and the keys that lock it there.',
  'evaluation-documents': "Single documents of a hotel's evaluation.",
  evidence: 'Photos, documents and signatures that belong to the answers of interviews.',
  health: 'Whether the server answers, and its time.',
  hotels: 'Hotels with their documents, rounds, waivers, contacts and reports.',
  'interview-sessions': 'Interviews under way and completed.',
  link: 'What a hotel contact sees and does by link, without an account.',
  metrics: 'Figures of the process, for Prometheus.',
  'one-time-passwords': 'Passwords that the server makes up, to be given to somebody.',
  'page-problems': 'Pages that could not be shown.',
  questions: 'The questions of surveys.',
  ready: 'Whether a proxy should send requests here.',
  'response-answers': 'Single answers of a response.',
  responses: 'What completed interviews left: answers, score and times.',
  results: 'Figures over many responses, and lists of them.',
  rounds: 'Rounds of assessment: planning, review, and what a re-assessment asks again.',
  'service-consultants': 'Whom hotels can be assigned to.',
  settings: 'What Admins may know about the installation.',
  surveys: 'Surveys and their editions.',
  'system-users': 'People with an account.',
  'user-roles': 'Roles and what each may do.',
  workflow: 'The board of the six stages.',
};
