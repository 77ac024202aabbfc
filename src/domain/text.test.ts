import { describe, expect, it, test } from 'vitest';

import {
  asCode,
  asOneLine,
  emptyableLine,
  lineOrEmpty,
  emptyableText,
  freeText,
  longText,
  optionalText,
  shortText,
} from './text.ts';

const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map((issue) => issue.message);

describe.each([
  ['a line', shortText('Title'), 200],
  ['a passage', longText('Title'), 2_000],
] as const)('%s', (_, schema, longest) => {
  it('is trimmed', () => {
    expect(schema.parse(' \t Lobby \n')).toBe('Lobby');
  });

  it.each([[undefined], [''], ['  \n '], ['\u200b'], ['\u0001 '], ['\u00ad \u202e']])(
    'is required: %j',
    (value) => {
      expect(messageOf(schema.safeParse(value))).toEqual(['Title is required']);
    },
  );

  it('has a longest length, counted after trimming', () => {
    expect(schema.parse(` ${'a'.repeat(longest)} `)).toHaveLength(longest);
    expect(messageOf(schema.safeParse('a'.repeat(longest + 1)))).toEqual([
      `Title can have at most ${longest.toLocaleString('en')} characters`,
    ]);
  });

  it.each([[null], [7], [{}], [['Lobby']]])('is text and nothing else: %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

describe.each([
  ['shortText', shortText('Text')],
  ['optionalText', optionalText('Text')],
  ['lineOrEmpty', lineOrEmpty('Text')],
  ['emptyableLine', emptyableLine('Text')],
] as const)('%s is one line', (_, schema) => {
  it.each(['\n', '\r', '\r\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u2029', ' \n \r\n\t '])(
    '%j becomes a space',
    (space) => {
      expect(schema.parse(`${space}1 Main St${space}Floor 2${space}`)).toBe('1 Main St Floor 2');
    },
  );

  it('leaves out what nobody sees', () => {
    expect(schema.parse('\ufeffA\u200b\u00adB\u2060\u202a C\u0001\u007f\u202c')).toBe('AB C');
  });

  it.each(['نمی\u200cخواهم', '👩\u200d🍳', 'מלון\u200f 7', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('keeps what %j needs', (text) => {
    expect(schema.parse(text)).toBe(text);
  });

  // U+2065 is no character yet, so it is no mark either.
  it('never comes out empty', () => {
    expect(schema.parse('\u2065')).toBe('\u2065');
  });

  it('keeps other spaces', () => {
    expect(schema.parse('Suite  7\u00a0a')).toBe('Suite  7\u00a0a');
  });
});

test.each([
  ['a passage', longText('Text')],
  ['free text', freeText('Text')],
  ['emptyable text', emptyableText('Text')],
] as const)('%s keeps its lines', (_, schema) => {
  expect(schema.parse(' First\n\n\tsecond ')).toBe('First\n\n\tsecond');
});

test('a long run of spaces takes no long time', () => {
  const text = `a${' '.repeat(4_000_000)}b`;
  expect(asOneLine(text)).toBe(text);
});

test('a code has ordinary spaces, and nothing that nobody sees', () => {
  expect(asCode('\u200eA\u200d\u00a07\u200b  b\u3000\ufeff')).toBe('A 7  b');
});

describe('an optional line', () => {
  const schema = optionalText('Owner');

  it.each([[null], [''], ['   ']])('is null when empty: %j', (value) => {
    expect(schema.parse(value)).toBeNull();
  });

  it('is trimmed and bounded like any other', () => {
    expect(schema.parse(' Ada ')).toBe('Ada');
    expect(messageOf(schema.safeParse('a'.repeat(201)))).toEqual([
      'Owner can have at most 200 characters',
    ]);
  });
});

test('emptyable text is empty where it is null', () => {
  expect(emptyableText('Notes').parse(null)).toBe('');
});

test.each([
  ['free text', freeText('Notes'), 20_000],
  ['emptyable text', emptyableText('Notes', 500), 500],
  ['a line in a list', lineOrEmpty('Notes'), 200],
] as const)('%s may be blank, and has a longest length', (_, schema, longest) => {
  expect(schema.parse('  ')).toBe('');
  expect(schema.safeParse('a'.repeat(longest)).success).toBe(true);
  expect(schema.safeParse('a'.repeat(longest + 1)).success).toBe(false);
});

describe.each([
  ['shortText', shortText('Text')],
  ['longText', longText('Text')],
  ['optionalText', optionalText('Text')],
  ['freeText', freeText('Text')],
  ['emptyableText', emptyableText('Text')],
  ['lineOrEmpty', lineOrEmpty('Text')],
] as const)('%s', (_, schema) => {
  it('refuses the one character that the database cannot store', () => {
    expect(messageOf(schema.safeParse('a\u0000b'))).toEqual([
      'Text holds a character that cannot be stored',
    ]);
  });

  it('replaces half a character', () => {
    expect(schema.parse('a\ud83d')).toBe('a\ufffd');
    expect(schema.parse('a😀')).toBe('a😀');
  });
});
