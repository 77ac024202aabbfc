/**
 * Props for a number field that takes whole numbers. Without them the field changes on its own what was typed, when
 * the person leaves it.
 */
export const asTyped = { clampBehavior: 'none', trimLeadingZeroesOnBlur: false } as const;

/**
 * Returns the whole number that a number field holds: 0 for an empty field, and NaN for text that is no whole number.
 *
 * The field shows a comma as a point. So "1.000" may be a thousand that somebody typed as "1,000", and `Number()`
 * would silently make 1 of it. With NaN the form refuses it in words.
 */
export function wholeNumberOf(typed: number | string): number {
  if (typeof typed === 'number') return typed;
  return /^\d*$/.test(typed) ? Number(typed) : NaN;
}
