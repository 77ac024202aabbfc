import { z } from 'zod';

/**
 * Returns a schema for text that people type: trimmed, and limited in length, because anyone could
 * fill the database through an unlimited field. It refuses U+0000, which PostgreSQL cannot store.
 * Half of a character that was cut in two becomes U+FFFD, because nobody could find and correct it.
 */
function bounded(label: string, longest: number) {
  return z
    .string({
      error: ({ input }) => `${label} ${input == null ? 'is required' : 'must be text'}`,
    })
    .trim()
    .overwrite((text) => text.toWellFormed())
    .max(longest, {
      // Build the message only when it is needed. The app creates many fields when it starts, and
      // formatting a number in English is slow.
      error: () => `${label} can have at most ${longest.toLocaleString('en')} characters`,
    })
    .refine(isStorable, `${label} holds a character that cannot be stored`);
}

const isStorable = (text: string) => !text.includes('\u0000');

/** Returns the schema of a text to compare with stored ones. It refuses U+0000 like every text that is stored. */
export function storable(schema: z.ZodString) {
  return schema.refine(isStorable, 'This holds a character that cannot be stored');
}

/** The most characters of a line. */
export const longestLine = 200;

/** Returns a schema for text of which somebody can see something. Spaces and marks without a glyph do not count. */
function required(label: string, longest: number) {
  return bounded(label, longest)
    .overwrite((text) => (/[^\p{Cf}\p{Z}\s]/u.test(text) ? text : ''))
    .min(1, `${label} is required`);
}

/** Returns a schema for a required line: names, titles, codes. */
export function shortText(label: string, longest = longestLine) {
  return required(label, longest);
}

/** Returns a schema for a required longer text, such as a question. */
export function longText(label: string) {
  return required(label, 2_000);
}

/** Returns a schema for a line that may be empty. Empty text becomes null. */
export function optionalText(label: string, longest = longestLine) {
  return bounded(label, longest)
    .transform((text) => (text === '' ? null : text))
    .nullable();
}

/** Returns a schema for a line that may be empty. Empty text stays empty text. */
export function lineOrEmpty(label: string) {
  return bounded(label, longestLine);
}

/** The most characters of free text. */
export const longestFreeText = 20_000;

/** Returns by how many characters a text is too long to be stored; 0 when it fits. */
export function excessOf(text: string, longest: number): number {
  return Math.max(0, text.trim().length - longest);
}

/**
 * Returns a schema for free text that may be empty: notes, descriptions, answers in one's own
 * words.
 */
export function freeText(label: string, longest = longestFreeText) {
  return bounded(label, longest);
}

/** Returns the same schema, but null becomes empty text. */
export function emptyableText(label: string, longest = 20_000) {
  return bounded(label, longest)
    .nullable()
    .transform((text) => text ?? '');
}

/** Returns a schema for words to search for, which may be left out. */
export function searchWords() {
  return bounded('The search', longestLine).default('');
}
