import fc from 'fast-check';

/**
 * Returns a placeholder for an object of the world, which is known only when the request is sent.
 */
export const reference = (kind: string) => `@${kind}`;

/** Returns text that appears unquoted in the JSON, such as numbers that JavaScript cannot hold. */
export const bare = (text: string) => `#bare:${text}#`;

/** Used as a password. It must not appear in any reply or log. */
export const secretWord = 'never-repeat-this-password';

const awkwardTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'half \udc00 of one',
  '\ufeffmark',
  '\u202eright to left',
  'e\u0301\u0301\u0301\u0301',
  '𝕏'.repeat(150),
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(201),
  'x'.repeat(20_001),
  'x'.repeat(120_000),
  "' or 1=1 --",
  '"; drop table hotels; --',
  '$1',
  '%s%n',
  '${7*7}',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://elsewhere.example")',
  '../../../etc/passwd',
  'CON',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e3',
  '١٢٣',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  '{"a":1}',
  '\\',
  '\r\n\r\nSet-Cookie: a=b',
];

export const moments = fc.constantFrom(
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000Z',
  '1582-10-10T12:00:00Z',
  '1970-01-01T00:00:00Z',
  '2024-02-29T23:59:59.999Z',
  '2026-03-29T01:30:00Z',
  '2026-06-30T23:59:59Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00Z',
);
export const days = fc.constantFrom(
  '0000-01-01',
  '0001-01-01',
  '1582-10-10',
  '2024-02-29',
  '2026-03-31',
  '9999-12-31',
);
const awkwardDates = fc.oneof(
  moments,
  days,
  fc.constantFrom(
    '2023-02-29',
    '2026-13-01',
    '24:00',
    '+275760-09-13',
    '-000001-01-01',
    'infinity',
  ),
);

export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...awkwardTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  { weight: 1, arbitrary: awkwardDates },
);

const hostileNumber = fc.constantFrom<number | string>(
  0,
  -1,
  1.5,
  0.1,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  ...['1e999', '-1e999', '-0', '1e-400', '9007199254740993', '9'.repeat(400), 'NaN', '01'].map(
    bare,
  ),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns an object with an own key that plain assignment cannot create. */
function poisoned(): object {
  return Object.defineProperty({ a: 1 }, '__proto__', {
    value: { role: { name: 'anything' }, status: 'synced' },
    enumerable: true,
  });
}

/** Generates any JSON that no call expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 6, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.constantFrom(4, 60, 3_000).map(nested) },
  { weight: 1, arbitrary: fc.constant(null).map(poisoned) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<unknown>(0, 1, 'x', null)
      .map((one) => Array<unknown>(10_000).fill(one)),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export const hostileKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    'id',
    'ID',
    'role',
    '$ne',
  ),
  hostileText,
);
