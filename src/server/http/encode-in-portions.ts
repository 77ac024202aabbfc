import { setImmediate as othersTurn } from 'node:timers/promises';

import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';

/** The number of rows that are checked and encoded at a time: about a millisecond of work. */
const portion = 250;

/** Returns parts of the JSON of a value that the schema checks. */
type Encode = (value: unknown) => Iterable<string>;

/**
 * Returns a function that checks a value and encodes it as JSON, like the serializer of every other
 * reply (`app.ts`), but in parts. A list of 20,000 rows takes the only thread for a tenth of a second.
 * In parts, other requests get their turn in between.
 *
 * Only lists are taken apart, and those that are fields of an object. A schema that checks a list or an
 * object as a whole is not taken apart.
 */
export function encodesInPortions(schema: ZodType) {
  const encode = once(() => encoderOf(schema));
  return async function* encoded(value: unknown): AsyncGenerator<string> {
    for (const part of encode()(value)) {
      yield part;
      await othersTurn();
    }
  };
}

function encoderOf(schema: ZodType): Encode {
  if ((schema.def.checks?.length ?? 0) > 0) return whole(schema);
  if (schema instanceof z.ZodArray) return list(schema);
  const isOfLists =
    schema instanceof z.ZodObject &&
    !schema.def.catchall &&
    Object.values(schema.shape).some((field) => field instanceof z.ZodArray);
  return isOfLists ? object(schema) : whole(schema);
}

function whole(schema: ZodType): Encode {
  const compiled = z.compile(schema);
  return function* parts(value) {
    const text: string | undefined = JSON.stringify(compiled.parse(value));
    if (text !== undefined) yield text;
  };
}

function list(schema: z.ZodArray): Encode {
  const row = z.compile(schema.element as ZodType);
  const array = z.array(z.unknown());
  return function* parts(value) {
    const rows = array.parse(value);
    let between = '[';
    for (let begin = 0; begin < rows.length; begin += portion) {
      const some = rows.slice(begin, begin + portion);
      yield between + some.map((one) => JSON.stringify(row.parse(one))).join(',');
      between = ',';
    }
    yield between === '[' ? '[]' : ']';
  };
}

function object(schema: z.ZodObject): Encode {
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, encoderOf(field as ZodType)] as const,
  );
  const record = z.looseObject({});
  return function* parts(value) {
    const given = record.parse(value);
    let between = '{';
    for (const [name, encode] of fields) {
      let begin = `${between}${JSON.stringify(name)}:`;
      for (const part of encode(given[name])) {
        yield begin + part;
        begin = '';
        between = ',';
      }
    }
    yield between === '{' ? '{}' : '}';
  };
}
