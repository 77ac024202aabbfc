import { longestFreeText } from '#domain/text.ts';

/** The most characters of notes that the server accepts: see `sessionSchema` and `responseSchema`. */
export const longestNotes = longestFreeText;

/**
 * Joins the notes that two devices wrote in one interview, without losing a word.
 *
 * Notes are one text, so they cannot be decided question by question as answers are. Comparing with
 * `base`, the text that both devices started from, shows who changed them:
 *
 * | ours      | theirs    | returned                                                 |
 * | --------- | --------- | -------------------------------------------------------- |
 * | as `base` | changed   | theirs                                                   |
 * | changed   | as `base` | ours                                                     |
 * | changed   | changed   | the one that contains the other, or both, ours first     |
 *
 * The joined text contains both, so joining it with either of them again changes nothing: a copy
 * that is sent twice duplicates no note. If both together are longer than the server accepts, the
 * end is cut off and a note says so. Notes must never keep a response from being stored.
 */
export function mergeNotes(base: string, ours: string, theirs: string): string {
  if (theirs === base || ours === theirs) return ours;
  if (ours === base) return theirs;
  if (ours.includes(theirs)) return ours;
  if (theirs.includes(ours)) return theirs;
  const joined = `${ours}\n${theirs}`;
  if (joined.length <= longestNotes) return joined;
  return joined.slice(0, longestNotes - cutMark.length) + cutMark;
}

const cutMark = '\n[Cut here: the notes of two devices are longer together than can be stored.]';
