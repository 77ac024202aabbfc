/** A range of days, or of moments. Either end may be open. */
type Range = { from?: string | undefined; to?: string | undefined };

/** Says what is wrong with a range that ends before it begins. The field and the API use the same words. */
export const reversedWords = 'From is after To';

/** Returns whether the range ends before it begins. Nothing can lie in such a range. */
export function isReversed({ from, to }: Range): boolean {
  if (from === undefined || to === undefined) return false;
  return Date.parse(from) > Date.parse(to);
}
