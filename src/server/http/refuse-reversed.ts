import { isReversed, reversedWords } from '#domain/reversed-range.ts';
import { invalid } from '#server/problems.ts';

/**
 * Throws when a range ends before it begins. Without this, the caller would get an empty list, and would
 * believe that nothing happened in that time.
 */
export function refuseReversed(range: Parameters<typeof isReversed>[0]): void {
  if (isReversed(range)) throw invalid('from', reversedWords);
}
