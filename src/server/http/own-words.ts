import { z } from 'zod';

import { once } from '#domain/once.ts';
import { plural } from '#domain/plural.ts';

/**
 * Gives every refusal of a request words of ours. A schema's own message comes first; where it has none,
 * the library would speak to programmers.
 */
export function useOwnWords(): void {
  z.config({ customError: wordsFor });
}

/** Returns what is wrong, and with which field: `“actions.0.version” is missing`. */
export function wordsFor(issue: z.core.$ZodRawIssue): string {
  const { path = [], code, input } = issue;
  const field = path.length > 0 ? `“${path.join('.').slice(0, longestName)}”` : 'What was sent';
  if (code === 'invalid_type' && input === undefined) return `${field} is missing`;
  return `${field} ${wanted(issue)}`;
}

/** Characters of a field's name. The keys of a map are the sender's words. */
const longestName = 100;

function wanted(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return `must be ${anyOf(issue.values)}`;
    case 'invalid_union':
      return Array.isArray(issue['options']) ? `must be ${anyOf(issue['options'])}` : notRight;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'of another form'}`;
    case 'too_big':
      return limit(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      return limit(issue, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    default:
      return notRight;
  }
}

const notRight = 'is not right';

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Partial<Record<string, string>> = {
  date: 'a day, such as 2026-03-31',
  datetime: 'a moment, such as 2026-03-31T09:30:00Z',
};

const alternatives = once(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }));
const anyOf = (values: readonly unknown[]) => alternatives().format(values.map(String));

/** The words for a limit: of a number itself, or of what a text or a list holds. */
function limit(
  { origin, exact }: { origin?: string; exact?: boolean },
  bound: number | bigint,
  most: string,
): string {
  const sized = { string: 'character', array: 'entry' }[origin ?? ''];
  if (sized === undefined) return `must be ${most} ${bound}`;
  const many = sized === 'entry' ? 'entries' : `${sized}s`;
  return `must have ${exact ? 'exactly' : most} ${bound} ${plural(Number(bound), sized, many)}`;
}
