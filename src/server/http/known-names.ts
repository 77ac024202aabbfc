import type { FastifyReply, FastifyRequest } from 'fastify';
import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';
import { ProblemError } from '#server/problems.ts';
import type { Route } from './route.ts';

/** The answer's header that names what a body held and no call of ours knows. */
export const ignoredFieldsHeader = 'x-ignored-fields';

/** Names that one answer lists at most, and letters of each: a header is no place for a body. */
const mostListed = 20;
const longestListed = 100;

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Tells callers of names that we do not know, so that a typing error is never taken for "no filter"
 * or "no change".
 *
 * - An unknown name in a query is refused: a filter that is ignored answers everything.
 * - An unknown field in a body is ignored and named in the header {@link ignoredFieldsHeader}. It
 *   is not refused, because devices send what an older or a newer release of the app wrote.
 * - A body in which no field is known is refused: it would change nothing and look like success.
 *
 * Returns the check of one route's requests, to run before validation.
 */
export function checkNames(route: Route) {
  const parameters = Object.keys(shapeOf(route.query));
  const body = once(() =>
    z.toJSONSchema(route.body ?? z.unknown(), { io: 'input', unrepresentable: 'any' }),
  );
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const unknown = Object.keys(request.query as object).filter(
      (name) => !parameters.includes(name),
    );
    if (unknown.length > 0) return done(refused(unknown, parameters, 'parameter'));
    if (!route.body) return done();
    const ignored = unknownIn(body(), request.body);
    if (ignored.length === 0) return done();
    void reply.header(ignoredFieldsHeader, ignored.slice(0, mostListed).map(spelled).join(', '));
    const sent = Object.keys(request.body as object);
    const isNothingKnown = sent.every((name) => ignored.includes(name));
    done(isNothingKnown ? refused(sent, Object.keys(body().properties ?? {}), 'field') : undefined);
  };
}

/** The names that a query may hold. */
export function shapeOf(query: ZodType | undefined): Readonly<Record<string, ZodType>> {
  return query instanceof z.ZodObject ? query.shape : {};
}

function refused(unknown: string[], known: string[], what: 'parameter' | 'field'): ProblemError {
  const errors = unknown.slice(0, mostListed).map((name) => {
    const meant = known.find((one) => one.toLowerCase() === name.toLowerCase());
    const short = name.slice(0, longestListed);
    return {
      path: short,
      message: `There is no ${what} "${short}" here.${meant ? ` Did you mean "${meant}"?` : ''}`,
    };
  });
  const detail = errors[0]?.message ?? `There is no such ${what} here.`;
  return new ProblemError('invalid-input', detail, { errors });
}

/** Paths of the fields that a schema does not know, dotted as in a problem's errors. */
function unknownIn(schema: Schema, value: unknown, path = ''): string[] {
  const choices = schema.anyOf ?? schema.oneOf;
  // Where there is a choice, a field is unknown that none of it knows; null knows no fields.
  if (choices) {
    const alternatives = choices.filter(({ properties, items }) => properties ?? items);
    const found = alternatives.map((one) => unknownIn(one, value, path));
    return (found[0] ?? []).filter((name) => found.every((names) => names.includes(name)));
  }
  if (Array.isArray(value)) {
    const items = schema.items as Schema | undefined;
    return items ? value.flatMap((one, at) => unknownIn(items, one, `${path}${at}.`)) : [];
  }
  const { properties, additionalProperties } = schema;
  // A strict schema refuses what it does not know by itself.
  const isOpen = properties && additionalProperties !== false;
  if (typeof value !== 'object' || value === null || !isOpen) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    Object.hasOwn(properties, name)
      ? unknownIn(properties[name] as Schema, one, `${path}${name}.`)
      : [`${path}${name}`],
  );
}

/** Headers hold plain letters alone. */
function spelled(name: string): string {
  return encodeURIComponent(name.slice(0, longestListed).toWellFormed());
}
