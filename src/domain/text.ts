import { z } from 'zod';

/**
 * Text fields as people fill them: trimmed, never blank, and bounded, since an unbounded field is
 * a way to fill the database. PostgreSQL stores no U+0000, so it is refused here, at its field; half
 * of a character that something cut in two becomes U+FFFD, since nobody could find and mend it.
 */
function bounded(label: string, longest: number) {
  return z
    .string({
      error: ({ input }) => `${label} ${input == null ? 'is required' : 'must be text'}`,
    })
    .trim()
    .overwrite((text) => text.toWellFormed())
    .max(longest, {
      // Put into words when needed: the app makes many fields when it starts, each of which would
      // look up how English writes numbers.
      error: () => `${label} can have at most ${longest.toLocaleString('en')} characters`,
    })
    .refine((text) => !text.includes('\u0000'), `${label} holds a character that cannot be stored`);
}

/** Characters of a line. */
export const longestLine = 200;

/** A required line: names, titles, codes. */
export function shortText(label: string, longest = longestLine) {
  return bounded(label, longest).min(1, `${label} is required`);
}

/** A required passage: a question's words. */
export function longText(label: string) {
  return bounded(label, 2_000).min(1, `${label} is required`);
}

/** A line that may stay empty; empty is null. */
export function optionalText(label: string, longest = longestLine) {
  return bounded(label, longest)
    .transform((text) => (text === '' ? null : text))
    .nullable();
}

/** A line that may be empty, and is kept as empty text. */
export function lineOrEmpty(label: string) {
  return bounded(label, longestLine);
}

/** Characters. */
export const longestFreeText = 20_000;

/** By how many characters a text is too long to be stored; 0 where it fits. */
export function excessOf(text: string, longest: number): number {
  return Math.max(0, text.trim().length - longest);
}

/** Free text that may be empty: notes, descriptions, answers in one's own words. */
export function freeText(label: string, longest = longestFreeText) {
  return bounded(label, longest);
}

/** The same where null is empty too. */
export function emptyableText(label: string, longest = 20_000) {
  return bounded(label, longest)
    .nullable()
    .transform((text) => text ?? '');
}
