import type { ZodType } from 'zod';

import { actingLinkHeader } from '#domain/contacts/acting-link.ts';
import { clockSkewHeader } from '#domain/responses/device-clock.ts';
import { actingUserHeader } from '#domain/sync/acting-user.ts';
import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { knownVersionHeader, versionHeader } from '#domain/sync/version-headers.ts';
import { ignoredFieldsHeader, shapeOf } from '#server/http/known-names.ts';
import type { Route } from '#server/http/route.ts';
import type { collectSchemas } from './schemas.ts';

type Schemas = ReturnType<typeof collectSchemas>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: object };

const requestHeaders = {
  [requestKeyHeader]: {
    description:
      'Makes the call safe to send again: with the same key and the same content it answers what it answered first. A key has 8 to 100 letters, digits, underscores or hyphens, and belongs to the user.',
    schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  },
  [actingUserHeader]: {
    description:
      'The id of the user whose work is sent. The call is refused with 401 where somebody else is signed in.',
    schema: { type: 'integer' },
  },
  [actingLinkHeader]: {
    description:
      'The id of the link by which the caller works, as `GET /api/link/round` returns it. The call is refused with 403 where the cookie belongs to another link.',
    schema: { type: 'integer' },
  },
  [digestHeader]: {
    description:
      'SHA-256 of the bytes of the body, in lower-case hexadecimal. A body that does not match it is refused, and the receipt repeats it.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  [clockSkewHeader]: {
    description:
      "The server's time minus the device's as the response is sent, in milliseconds: the times of an interview are corrected by it.",
    schema: { type: 'integer' },
  },
  [knownVersionHeader]: {
    description:
      'The `etag` of a reply that the client still has. Where the reply would be the same, the call answers 304 without a body.',
    schema: { type: 'string' },
  },
};

/** The headers that many calls read, each described once. */
export const headerParameters = Object.fromEntries(
  Object.entries(requestHeaders).map(([name, told]) => [name, { name, in: 'header', ...told }]),
);

/** The headers of replies. */
export const answerHeaders = {
  [versionHeader]: {
    description: 'The version of this reply, made of its content. Send it as `if-none-match`.',
    schema: { type: 'string' },
  },
  'retry-after': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', minimum: 0 },
  },
  [ignoredFieldsHeader]: {
    description:
      'Fields of the body that this call does not know and ignored, as paths, comma-separated and percent-encoded: `hotelname, responseAnswers.0.points`. It is absent where every field is known.',
    schema: { type: 'string' },
  },
};

/** Returns everything that a route takes besides its body. */
export function parametersOf(route: Route, { refTo }: Schemas): object[] {
  const all: Parameter[] = [
    ...fieldsOf(route.params, 'path', refTo),
    ...fieldsOf(route.query, 'query', refTo),
  ];
  const headers = [
    ...(route.method !== 'GET' && route.repeat === 'request-key' ? [requestKeyHeader] : []),
    ...(route.headers ?? []),
    ...(route.hasVersion ? [knownVersionHeader] : []),
    ...callerHeaders(route),
  ];
  return [...all, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

/** Returns the header in which a call can name who it believes to be signed in. */
function callerHeaders({ who }: Route): string[] {
  if (who === 'contact') return [actingLinkHeader];
  return who === 'anyone' || who === 'monitor' ? [] : [actingUserHeader];
}

function fieldsOf(
  fields: ZodType | undefined,
  place: 'path' | 'query',
  refTo: Schemas['refTo'],
): Parameter[] {
  return Object.entries(shapeOf(fields)).map(([name, one]) => {
    const { description, ...schema } = refTo(one, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || !one.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      schema,
    };
  });
}
