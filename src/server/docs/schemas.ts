import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';
import { components } from './components.ts';

type Json = Record<string, unknown>;
type Way = 'input' | 'output';

/** Each named schema by its name in the document; `responseSchema` is `Response`. */
const names = once(
  () => new Map(Object.entries(components()).map(([name, schema]) => [schema, name] as const)),
);

/**
 * Collects the schemas of a document. `refTo` returns how a call refers to one: named ones by
 * reference, so that a client generated from the document has one `Hotel`. `withComponents` returns the
 * document with the named ones that were referred to.
 *
 * A schema reads more than it writes (text that holds digits, fields with a default), so what comes
 * in and what goes out can be two schemas of one name. The former is then called `…Input`.
 */
export function collectSchemas() {
  const found: Record<Way, Record<string, Json>> = { input: {}, output: {} };
  const known = new Map<ZodType, Partial<Record<Way, Json>>>();
  const refTo = (schema: ZodType, way: Way): Json => {
    const ways = known.get(schema) ?? {};
    known.set(schema, ways);
    return (ways[way] ??= convert(schema, way));
  };
  const convert = (schema: ZodType, way: Way): Json => {
    const {
      $schema: _,
      $defs,
      ...own
    } = z.toJSONSchema(schema, {
      io: way,
      metadata,
      unrepresentable: 'any',
      override: (context) => plainer(context, way),
    });
    for (const [name, one] of Object.entries($defs ?? {})) found[way][name] = pointed(one, way);
    return pointed(own, way);
  };
  const withComponents = <T extends { components: object }>(
    document: T,
  ): T & { components: { schemas: Record<string, Json> } } => {
    const { input, output } = found;
    const apart = differing(input, output);
    const finalOf = (name: string) => (apart.has(name) ? `${name}Input` : name);
    const named = Object.entries(input).map(([name, one]) => [finalOf(name), one] as const);
    const schemas = { ...output, ...Object.fromEntries(named) };
    const whole = { ...document, components: { ...document.components, schemas } };
    return JSON.parse(JSON.stringify(whole), (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.endsWith(inputMark)
        ? `${place}${finalOf(value.slice(place.length, -inputMark.length))}`
        : value,
    ) as typeof whole;
  };
  return { refTo, withComponents };
}

const place = '#/components/schemas/';
/** Behind the name of what comes in, until all are known. */
const inputMark = '.input';

/** Names whose two schemas differ by themselves, or by what they refer to. */
function differing(input: Record<string, Json>, output: Record<string, Json>): Set<string> {
  const both = Object.keys(input).filter((name) => name in output);
  const textOf = (name: string) => JSON.stringify(input[name]);
  const differs = (name: string): boolean =>
    textOf(name).replaceAll(`${inputMark}"`, '"') !== JSON.stringify(output[name]);
  const refersTo = (name: string, other: string) =>
    textOf(name).includes(`"${place}${other}${inputMark}"`);
  const isApart = (name: string, above: string[] = []): boolean =>
    differs(name) ||
    both.some(
      (other) =>
        !above.includes(other) && refersTo(name, other) && isApart(other, [...above, name]),
    );
  return new Set(both.filter((name) => isApart(name)));
}

function pointed(schema: object, way: Way): Json {
  const mark = way === 'input' ? inputMark : '';
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? `${place}${value.replace('#/$defs/', '')}${mark}`
      : value,
  ) as Json;
}

/** What the schemas say of themselves, and the names under which the document keeps them. */
const metadata = Object.assign(z.registry<{ id?: string }>(), {
  get: (schema: ZodType) => {
    const name = names().get(schema);
    return { ...z.globalRegistry.get(schema), ...(name !== undefined && { id: name }) };
  },
});

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/**
 * Leaves out what tells a caller nothing: the bounds of every number, and how the library reads a
 * moment. What an answer may hold besides is left open, so that a later release may add a field.
 */
function plainer({ jsonSchema }: Parameters<Override>[0], way: Way): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (way === 'output' && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
  delete jsonSchema.id;
  if (typeof jsonSchema.description === 'string')
    jsonSchema.description = forStrangers(jsonSchema.description);
}

/** Callers have no pages of ours at hand: what these only name is left out. */
export function forStrangers(words: string): string {
  return words.replaceAll(/ \((?:rules? [\d, and to]+|docs\/decisions\/\d+)\)/g, '').trim();
}
