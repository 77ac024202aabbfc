import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';
import { components } from './components.ts';

type Json = Record<string, unknown>;
type Way = 'input' | 'output';

/** Maps each named schema to its name in the document; `responseSchema` is `Response`. */
const names = once(
  () => new Map(Object.entries(components()).map(([name, schema]) => [schema, name] as const)),
);

/**
 * Collects the schemas of a document. `refTo` returns how a call refers to a schema. Named ones are
 * referred to by name, so that a client generated from the document has one `Hotel`.
 * `withComponents` returns the document with the named schemas that were used.
 *
 * A schema accepts more than it returns (text that holds digits, fields with a default), so the
 * same name can mean two schemas. The one for requests is then called `…Input`.
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
/** The suffix of a request schema's name until all names are known. */
const inputMark = '.input';

/**
 * Returns the names whose request and reply schemas differ, themselves or in what they refer to.
 */
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

/** The descriptions of the schemas, and their names in the document. */
const metadata = Object.assign(z.registry<{ id?: string }>(), {
  get: (schema: ZodType) => {
    const name = names().get(schema);
    return { ...z.globalRegistry.get(schema), ...(name !== undefined && { id: name }) };
  },
});

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/**
 * Leaves out what does not help a caller: the bounds of every number, and the pattern by which the
 * library parses a moment. Replies are not described as closed, so that a later release can add a
 * field.
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

/** Removes references to our rules and decisions, which callers cannot look up. */
export function forStrangers(words: string): string {
  return words.replaceAll(/ \((?:rules? [\d, and to]+|docs\/decisions\/\d+)\)/g, '').trim();
}
