import fc from 'fast-check';
import { z, type ZodType } from 'zod';

import {
  bare,
  days,
  hostileKey,
  hostileValue,
  moments,
  reference,
  secretWord,
} from './hostile-values.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Generates values that a schema accepts or nearly accepts: its own structure, with a few places
 * spoiled. Most ids in it are those of objects in the world.
 */
export function fromSchema(schema: ZodType): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fitting = takenBy(described, '');
  return fc.oneof(
    { weight: 7, arbitrary: fitting },
    {
      weight: 5,
      arbitrary: fc.tuple(fitting, spoilings).map(([value, all]) => all.reduce(spoil, value)),
    },
    { weight: 1, arbitrary: hostileValue },
  );
}

function takenBy(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const among = schema.anyOf ?? schema.oneOf;
  if (among) return fc.oneof(...among.map((one) => takenBy(partOf(one), name)));
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (String(schema.type)) {
    case 'object':
      return schema.properties ? anObject(schema) : aDictionary(schema);
    case 'array':
      if (name === 'questionIds') return questionOrder;
      return fc.array(takenBy(partOf(schema.items), name.replace(/s$/, '')), { maxLength: 4 });
    case 'integer':
      return anInteger(schema, name);
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(20));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return aText(schema, name);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Generates an order with every question of the world's survey, or nearly every one. */
const questionOrder = fc.subarray(['question', 'words'].map(reference), { minLength: 1 });

/** Returns a part of a schema. Parts that accept anything are not objects. */
function partOf(part: unknown): JsonSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
    ? (part as JsonSchema)
    : {};
}

function anObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, one]) => [name, takenBy(partOf(one), name)] as const,
  );
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  if (required.length > 0 || fields.length < 3) return whole;
  // A change of all fields at once would always be refused for one of them.
  const few = fc
    .subarray(fields, { maxLength: 2 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)));
  return fc.oneof(few, whole);
}

function aDictionary({ propertyNames, additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const { pattern } = partOf(propertyNames);
  const key = pattern ? fc.oneof(fc.stringMatching(new RegExp(pattern)), ids) : hostileKey;
  return fc.dictionary(key, takenBy(partOf(additionalProperties), ''), { maxKeys: 4 });
}

/** The world's kind of object for each field that names one. */
const kindOfField: Record<string, string> = {
  hotelId: 'hotel',
  assignedHotelId: 'hotel',
  surveyId: 'survey',
  questionId: 'question',
  answerId: 'option',
  sessionId: 'session',
  responseId: 'response',
  roleId: 'role',
  serviceConsultantId: 'user',
  consultantId: 'user',
  edition: 'edition',
  number: 'edition',
};
const everyKind = [...new Set([...Object.values(kindOfField), 'action', 'document', 'foreign'])];
const ids = fc.constantFrom(...everyKind.map(reference));

function anInteger({ minimum, maximum, exclusiveMinimum }: JsonSchema, name: string) {
  const least = minimum ?? Number(exclusiveMinimum ?? -2) + 1;
  const most = Math.min(maximum ?? 2 ** 53 - 1, 2 ** 53 - 1);
  const inBounds = fc.oneof(
    fc.constantFrom(least, most),
    fc.integer({ min: Math.max(least, -(2 ** 31)), max: Math.min(most, 2 ** 31 - 1) }),
  );
  const kind = kindOfField[name];
  if (kind)
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant(reference(kind)) },
      { weight: 1, arbitrary: ids },
      { weight: 1, arbitrary: inBounds },
    );
  if (name !== 'id') return inBounds;
  return fc.oneof({ weight: 4, arbitrary: ids }, { weight: 1, arbitrary: inBounds });
}

function aText(schema: JsonSchema, name: string): fc.Arbitrary<string> {
  // The present password, and the one to change it to.
  if (/^new.*password/i.test(name)) return fc.constant(`${secretWord} of mine`);
  if (/password/i.test(name))
    return fc.constantFrom(secretWord, secretWord, `${secretWord} of mine`);
  if (name === 'email')
    return fc.oneof(
      { weight: 3, arbitrary: fc.stringMatching(/^[a-z]{8}@hotel\.example$/) },
      { weight: 1, arbitrary: fc.emailAddress() },
      { weight: 3, arbitrary: fc.constant(reference('email')) },
    );
  // A token of a link, or of a device.
  if (name === 'token')
    return fc.oneof(fc.constant(reference('token')), fc.stringMatching(/^[\w-]{43}$/));
  if (name === 'questionKey') return fc.constant(reference('key'));
  if (name === 'clientId')
    return fc.oneof(
      fc.constantFrom('offline_1_first-one', 'offline_2_other-one', reference('client')),
      fc.stringMatching(/^[\w-]{8,100}$/),
    );
  if (name === 'timeZone')
    return fc.constantFrom('UTC', 'Pacific/Auckland', 'America/St_Johns', 'Mars/Olympus');
  if (name === 'mobileNumber') return fc.constantFrom('+1 202 555 0142', '(030) 12/34');
  if (schema.format === 'date') return days;
  if (schema.format === 'date-time') return moments;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const { minLength = 0, maxLength = 40 } = schema;
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 40)),
  });
}

type Spoiling = {
  at: number;
  how: 'replace' | 'drop' | 'add' | 'wrap';
  key: string;
  value: unknown;
};
const spoilings = fc.array(
  fc.record<Spoiling>({
    at: fc.nat(1_000),
    how: fc.constantFrom('replace', 'replace', 'drop', 'add', 'wrap'),
    key: hostileKey,
    value: hostileValue,
  }),
  { minLength: 1, maxLength: 3 },
);

/** Changes one place of a value. Places are numbered from the outside to the inside. */
function spoil(value: unknown, { at, how, key, value: other }: Spoiling): unknown {
  if (typeof value !== 'object' || value === null) return how === 'wrap' ? [value] : other;
  const keys = Object.keys(value);
  const place = keys[at % (keys.length + 1)];
  const copy: object = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const set = (name: string, one: unknown) =>
    Object.defineProperty(copy, name, {
      value: one,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  const inside = place === undefined ? undefined : Reflect.get(value, place);
  if (place === undefined || how === 'add')
    return set(Array.isArray(copy) ? String(keys.length) : key, other);
  if (how === 'drop') {
    if (Array.isArray(copy)) copy.splice(Number(place), 1);
    else Reflect.deleteProperty(copy, place);
    return copy;
  }
  if (how === 'wrap') return set(place, [inside]);
  const goesDeeper = typeof inside === 'object' && inside !== null && at % 3 > 0;
  return set(
    place,
    goesDeeper ? spoil(inside, { at: Math.floor(at / 3), how, key, value: other }) : other,
  );
}

/** Returns the JSON of a value, with its bare texts unquoted. */
export function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(/"#bare:([^"#]*)#"/g, '$1');
}

/** Text that is not JSON, or that two parsers would read differently. */
export const brokenJson: fc.Arbitrary<(text: string) => string> = fc.constantFrom(
  (text: string) => text.slice(0, -1),
  (text: string) => text.slice(1),
  (text: string) => `${text}${text}`,
  (text: string) => `\ufeff${text}`,
  (text: string) => text.replace('{', '{"status":"x","status":"synced","__proto__":{},'),
  (text: string) => text.replace(/"([^"]*)":/, '"$1":1,"$1":'),
  (text: string) => text.replaceAll('"', "'"),
  (text: string) => text.replace(/"[^"]+"/, '"\\ud800\\u0000"'),
  (text: string) => `${text}//`,
  (text: string) => `${'['.repeat(50_000)}${text}`,
  () => '',
  () => bare('x'),
);
