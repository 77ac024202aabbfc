import { z } from 'zod';

import { roleNames, rolesThat } from '#domain/people/roles.ts';
import { problemSchema } from '#domain/problems/problem.ts';
import { versionHeader } from '#domain/sync/version-headers.ts';
import { ignoredFieldsHeader } from '#server/http/known-names.ts';
import type { Route } from '#server/http/route.ts';
import { mediaTypesOf } from '#server/http/send-file.ts';
import { parametersOf, type answerHeaders } from './parameters.ts';
import { refusalsOf, waits } from './refusals.ts';
import { forStrangers, type collectSchemas } from './schemas.ts';

type Schemas = ReturnType<typeof collectSchemas>;

/** Describes one call. All of it comes from the declaration of its route. */
export function operationOf(route: Route, schemas: Schemas): object {
  const parameters = parametersOf(route, schemas);
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: forStrangers(route.summary),
    description: whoMay(route),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route, schemas),
    responses: { ...successes(route, schemas), ...refused(route, schemas) },
  };
}

/** Returns the first noun of a path: `/api/hotels/{id}/report` is about hotels. */
export function tagOf({ path }: Pick<Route, 'path'>): string {
  return path.split('/')[2] ?? '';
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'change', DELETE: 'delete' } as const;

/** The singular of nouns that form it irregularly. */
const oneOf: Readonly<Record<string, string>> = { evidence: 'evidence-file' };

/**
 * Returns the name that generated clients give the call: the verb and the path. `GET
 * /api/hotels/{id}/report` is `getHotelReport`, `POST /api/hotels` is `createHotel`.
 */
export function operationId({ method, path, status }: Route): string {
  const parts = path.split('/').slice(2);
  const creates = method === 'POST' && status === 201;
  const words = parts.flatMap((part, at) => {
    if (part.startsWith('{')) return [];
    const isOne = parts[at + 1]?.startsWith('{') || (creates && at === parts.length - 1);
    return (isOne ? (oneOf[part] ?? part.replace(/s$/, '')) : part).split('-');
  });
  const name = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  return `${creates ? 'create' : verbs[method]}${name}`;
}

function whoMay({ who, beforeOwnPassword }: Route): string {
  if (who === 'anyone') return 'For everybody, also without signing in.';
  if (who === 'monitor') return 'For a program that sends the token of the setting METRICS_TOKEN.';
  if (who === 'contact') return 'For a hotel contact who has opened a link.';
  const roles = who === 'signed-in' ? roleNames : rolesThat(who);
  const when = beforeOwnPassword ? ' Also before the user has chosen a password of their own.' : '';
  return `Roles: ${roles.join(', ')}.${when}`;
}

function securityOf({ who }: Route): object[] {
  if (who === 'anyone') return [];
  if (who === 'contact') return [{ link: [] }];
  return [who === 'monitor' ? { metricsToken: [] } : { session: [] }];
}

const bytes = { type: 'string', format: 'binary' };

function bodyOf({ body, largestFile, largestThumbnail }: Route, { refTo }: Schemas): object {
  if (largestFile !== undefined) {
    const file = {
      ...bytes,
      description: `The file, of at most ${largestFile / 1024 / 1024} MB. Other fields of the form are ignored.`,
    };
    const thumbnail = largestThumbnail !== undefined && {
      ...bytes,
      description: `A small JPEG or PNG of it, of at most ${largestThumbnail / 1000} kB; any other is left out.`,
    };
    const properties = { file, ...(thumbnail && { thumbnail }) };
    const schema = { type: 'object', properties, required: ['file'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return {};
  const schema = refTo(body, 'input');
  const required = !body.isOptional();
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

function successes(route: Route, { refTo }: Schemas): object {
  const { method, status, answer, body, hasVersion } = route;
  const headers = { ...headersOf(route), ...(hasVersion && headerNamed(versionHeader)) };
  if (status === 204) return { 204: { description: 'Done; there is no body.', headers } };
  const types = mediaTypesOf(answer);
  const content = types
    ? Object.fromEntries<object>(types.map((type) => [type.replace(/;.*/, ''), { schema: bytes }]))
    : { 'application/json': { schema: refTo(answer, 'output') } };
  const description = types ? 'The file.' : 'Done.';
  const done = { description, headers, content };
  // A call with a client id, or a name in its path, that is sent again gets a 200 with what the first
  // one stored.
  const isNamed = method === 'PUT' || namesItself(body);
  const again = status === 201 && isNamed;
  return {
    ...(again && {
      200: { ...done, description: 'Sent again: what is stored.' },
    }),
    [status]: done,
    ...(hasVersion && { 304: { description: 'The client has this version.', headers } }),
  };
}

/** True when the body holds a client id, whatever its kind. */
function namesItself(body: Route['body']): boolean {
  if (body instanceof z.ZodDiscriminatedUnion)
    return body.options.every((one) => namesItself(one as z.ZodType));
  return body instanceof z.ZodObject && 'clientId' in body.shape;
}

function headersOf({ body }: Route): object {
  return body ? headerNamed(ignoredFieldsHeader) : {};
}

function headerNamed(name: keyof typeof answerHeaders): object {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

function refused(route: Route, { refTo }: Schemas): object {
  const problem = { 'application/problem+json': { schema: refTo(problemSchema, 'output') } };
  // A browser that follows a link to a file shows the refusal as a page.
  const page = { 'text/html': { schema: { type: 'string' } } };
  const content = mediaTypesOf(route.answer) ? { ...problem, ...page } : problem;
  const answers = [...refusalsOf(route)].map(([status, description]) => {
    const headers = {
      ...headersOf(route),
      ...(waits.includes(status) && headerNamed('retry-after')),
    };
    return [status, { description, headers, content }] as const;
  });
  return Object.fromEntries(answers);
}
