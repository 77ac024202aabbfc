import { excessOf } from '#domain/text.ts';
import { formatNumber } from '#web/lib/format.ts';

type Count = { description?: string; error?: string };

/**
 * Returns a field's message about the length of its text: a count when little space is left, and an
 * error when it is too long. A field with `maxLength` would silently cut pasted text instead.
 */
export function countText(text: string, longest: number): Count {
  const count = `${formatNumber(text.trim().length)} of ${formatNumber(longest)} characters`;
  const excess = excessOf(text, longest);
  if (excess > 0)
    return { error: `${count}. It is not saved: please shorten it by ${formatNumber(excess)}.` };
  return text.length > longest * 0.9 ? { description: count } : {};
}
