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

/**
 * Returns a schema for text of which somebody can see something. Spaces, control characters and marks without a
 * glyph do not count.
 */
function required(label: string, longest: number) {
  return bounded(label, longest)
    .overwrite((text) => (/[^\p{Cc}\p{Cf}\p{Z}\s]/u.test(text) ? text : ''))
    .min(1, `${label} is required`);
}

/**
 * Characters that nobody sees, and that change nothing that anybody sees in a line: spaces without width, soft
 * hyphens, byte order marks, control characters, and marks that turn the direction of the text beside them. They come
 * with text that was copied from a web page or a spreadsheet, and two names that differ in them look alike.
 *
 * Not among them are joiners, which letters of Persian and Hindi and many emoji need, and the marks of left and right,
 * which a Hebrew or Arabic name with digits needs. U+0000 is not among them either, because it is refused.
 */
const invisible =
  /(?![\0\s\u0085])\p{Cc}|[\u00ad\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Returns the text in one line: white space that holds a line break or a tab becomes one space.
 * Other spaces stay as they are. Characters that nobody sees are left out.
 *
 * Nobody means a line break in a name: it comes from a cell of a spreadsheet, or from pasted text. A
 * browser's field for one line removes it too. If we refused it, people would lose their work.
 */
export function asOneLine(given: string): string {
  const text = given.replaceAll(invisible, '');
  if (!lineBreaks.test(text)) return text.trim();
  return text.replaceAll(/[\s\u0085]+/g, (space) => (lineBreaks.test(space) ? ' ' : space)).trim();
}

/**
 * Returns the text as a code, of which no two look alike: one line, in which every space is an ordinary one, without
 * any mark that has no glyph. Also for comparing what somebody typed with a name or an item of a list.
 */
export function asCode(text: string): string {
  return asOneLine(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();
}

/** Returns a schema for a required line: names, titles, codes. Line breaks become spaces. */
export function shortText(label: string, longest = longestLine) {
  return required(label, longest).overwrite(asOneLine);
}

/**
 * Returns a schema for required text that keeps its line breaks: a question, a comment, or what is
 * compared with stored text.
 */
export function longText(label: string, longest = 2_000) {
  return required(label, longest);
}

/** Returns a schema for a line that may be empty. Line breaks become spaces, empty text null. */
export function optionalText(label: string, longest = longestLine) {
  return bounded(label, longest)
    .overwrite(asOneLine)
    .transform((text) => (text === '' ? null : text))
    .nullable();
}

/** Returns a schema for a line that may be empty. Line breaks become spaces; empty text stays empty. */
export function lineOrEmpty(label: string, longest = longestLine) {
  return bounded(label, longest).overwrite(asOneLine);
}

/** Returns the schema of a line that may be empty. Null becomes empty text. */
export function emptyableLine(label: string, longest = longestLine) {
  return lineOrEmpty(label, longest)
    .nullable()
    .transform((text) => text ?? '');
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

/** Returns a schema for text that may be empty and keeps its line breaks. Null becomes empty text. */
export function emptyableText(label: string, longest = 20_000) {
  return bounded(label, longest)
    .nullable()
    .transform((text) => text ?? '');
}

/** Returns a schema for words to search for, which may be left out. */
export function searchWords() {
  return lineOrEmpty('The search').default('');
}
