import type { FastifyReply, FastifyRequest } from 'fastify';
import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';
import { ProblemError } from '#server/problems.ts';
import { badAddress } from './answer-problems.ts';
import type { Route } from './route.ts';

/** The response header that lists the fields of a body that our calls do not know. */
export const ignoredFieldsHeader = 'x-ignored-fields';

/** The number of names that the header lists, and the letters of each. A header must stay small. */
const mostListed = 20;
const longestListed = 100;

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Reports names that we do not know, so that a typing error is never taken for "no filter" or "no
 * change".
 *
 * - An unknown name in a query is refused: ignoring a filter would return everything.
 * - An unknown field in a body is ignored and named in the header {@link ignoredFieldsHeader}. It
 *   is not refused, because devices send what an older or a newer release of the app wrote.
 * - A body in which no field is known is refused: it would change nothing and look like success.
 *
 * Returns the check of one route's requests, to run before validation.
 */
export function checkNames(route: Route) {
  const parameters = Object.keys(shapeOf(route.query));
  const known = once(() =>
    knownBy(z.toJSONSchema(route.body ?? z.unknown(), { io: 'input', unrepresentable: 'any' })),
  );
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const unknown = Object.keys(request.query as object).filter(
      (name) => !parameters.includes(name),
    );
    if (!isDecodable(request.url)) return done(badAddress());
    if (unknown.length > 0) return done(refused(unknown, parameters, 'parameter'));
    if (!route.body) return done();
    const ignored = unknownIn(known(), request.body);
    if (ignored.size === 0) return done();
    const listed = [...ignored].slice(0, mostListed);
    void reply.header(ignoredFieldsHeader, listed.map(spelled).join(', '));
    const sent = Object.keys(request.body as object);
    const isNothingKnown = sent.every((name) => ignored.has(name));
    done(isNothingKnown ? refused(sent, namesOf(known()), 'field') : undefined);
  };
}

/**
 * False when an address has a percent sign that does not begin an encoded character. The parser of the
 * query would leave it as it is, and search for other text than was meant.
 */
function isDecodable(address: string): boolean {
  if (!address.includes('%')) return true;
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

/** Returns the names that a query may hold, with their schemas. */
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

/**
 * Returns the field names that a schema knows. `anything` means that every name is known, as in
 * free text.
 */
type Known =
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Known> }
  | { readonly kind: 'list'; readonly items: Known }
  | { readonly kind: 'choice'; readonly alternatives: readonly Known[] }
  | typeof anything;

const anything = { kind: 'anything' } as const;

/** Returns the names that a schema knows. Made once for each route: every request is checked by it. */
function knownBy(schema: Schema): Known {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const alternatives = choices
      .filter(({ properties, items }) => properties ?? items)
      .map(knownBy);
    // Where one alternative takes any name, no name is unknown.
    return alternatives.length === 0 || alternatives.includes(anything)
      ? anything
      : { kind: 'choice', alternatives };
  }
  const { properties, additionalProperties, items } = schema;
  if (items) {
    const known = knownBy(items as Schema);
    return known === anything ? anything : { kind: 'list', items: known };
  }
  // A strict schema refuses by itself what it does not know.
  if (!properties || additionalProperties === false) return anything;
  const fields = Object.entries(properties).map(
    ([name, one]) => [name, knownBy(one as Schema)] as const,
  );
  return { kind: 'object', fields: new Map(fields) };
}

function namesOf(known: Known): string[] {
  return known.kind === 'object' ? [...known.fields.keys()] : [];
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the paths of the fields that are not known, dotted as in a problem's errors. It runs before
 * the schema, which limits how much a body holds, so its time must grow no faster than the body.
 */
function unknownIn(known: Known, value: unknown): ReadonlySet<string> {
  if (known.kind === 'anything' || typeof value !== 'object' || value === null) return none;
  if (known.kind === 'choice') {
    // A field is unknown where none of the alternatives knows it.
    const [first = none, ...others] = known.alternatives.map((one) => unknownIn(one, value));
    return new Set([...first].filter((name) => others.every((names) => names.has(name))));
  }
  if (Array.isArray(value) !== (known.kind === 'list')) return none;
  const found = new Set<string>();
  for (const name of Object.keys(value)) {
    const inner = known.kind === 'list' ? known.items : known.fields.get(name);
    if (inner === undefined) found.add(name);
    if (!inner || inner === anything) continue;
    for (const deeper of unknownIn(inner, (value as Record<string, unknown>)[name]))
      found.add(`${name}.${deeper}`);
  }
  return found;
}

/** Encodes a name, because headers hold plain letters only. */
function spelled(name: string): string {
  return encodeURIComponent(name.slice(0, longestListed).toWellFormed());
}
