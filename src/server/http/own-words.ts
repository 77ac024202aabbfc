import { z } from 'zod';

import { once } from '#domain/once.ts';
import { plural } from '#domain/plural.ts';

/**
 * Gives every refusal of a request words of ours. A schema's own message comes first; where it has none,
 * the library would speak to programmers.
 */
export function setOwnWords(): void {
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
  if (issue.code === 'invalid_type') return must(kinds[issue.expected] ?? 'of another kind');
  if (issue.code === 'invalid_format') return must(formats[issue.format] ?? 'of another form');
  if (issue.code === 'invalid_value') return must(anyOf(issue.values));
  if (issue.code === 'too_big') return limit(issue, issue.maximum, ['at most', 'less than']);
  if (issue.code === 'too_small') return limit(issue, issue.minimum, ['at least', 'more than']);
  return Array.isArray(issue['options']) ? must(anyOf(issue['options'])) : 'is not right';
}

const must = (be: string) => `must be ${be}`;

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

type Limit = { origin?: string; exact?: boolean | undefined; inclusive?: boolean | undefined };

/** Returns the words for a limit: of a number itself, or of what a text or a list holds. */
function limit(
  { origin, exact, inclusive }: Limit,
  bound: number | bigint,
  [most, under]: readonly [string, string],
): string {
  const sized = sizes[origin ?? ''];
  const than = inclusive === false ? under : most;
  if (!sized) return must(`${than} ${bound}`);
  return `must have ${exact ? 'exactly' : than} ${bound} ${plural(Number(bound), ...sized)}`;
}

const sizes: Partial<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};
