import { longestFreeText } from '#domain/text.ts';

/** As many characters as notes may have on the wire; see `sessionSchema` and `responseSchema`. */
export const longestNotes = longestFreeText;

/**
 * Notes written on two devices, joined without losing a word: whoever changed them since `base`,
 * which both started from, wins; where both did, both stay, ours first. What would not fit the
 * wire is cut at its end, which then says so: notes must never keep a response from being stored.
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
