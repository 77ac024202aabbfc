import { describe, expect, it, test } from 'vitest';

import { lineOrEmpty, emptyableText, freeText, longText, optionalText, shortText } from './text.ts';

const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map((issue) => issue.message);

describe.each([
  ['a line', shortText('Title'), 200],
  ['a passage', longText('Title'), 2_000],
] as const)('%s', (_, schema, longest) => {
  it('is trimmed', () => {
    expect(schema.parse(' \t Lobby \n')).toBe('Lobby');
  });

  it.each([[undefined], [''], ['  \n '], ['\u200b'], ['\u00ad \u202e']])(
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
