import { excessOf } from '#domain/text.ts';
import { formatNumber } from '#web/lib/format.ts';

type Count = { description?: string; error?: string };

/**
 * A field's words about the length of its text: how much room is left where it becomes scarce, and
 * by how much it is too long. A field that had `maxLength` instead would cut a pasted text in silence.
 */
export function countText(text: string, longest: number): Count {
  const count = `${formatNumber(text.trim().length)} of ${formatNumber(longest)} characters`;
  const excess = excessOf(text, longest);
  if (excess > 0)
    return { error: `${count}. It is not saved: please shorten it by ${formatNumber(excess)}.` };
  return text.length > longest * 0.9 ? { description: count } : {};
}
