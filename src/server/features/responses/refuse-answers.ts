import type { UnknownAnswer } from '#domain/scoring/scored-answer.ts';
import { ProblemError } from '#server/problems.ts';

/**
 * Throws when answers were found that cannot be stored, with an error at the field of each.
 *
 * @param pathOf returns the path of an answer's field in the request body
 * @param words says what is wrong; left out, the first error says it
 */
export function refuseAnswers(
  found: readonly UnknownAnswer[],
  pathOf: (index: number, field: string) => string,
  words?: string,
): void {
  const [first] = found;
  if (!first) return;
  throw new ProblemError('invalid-input', words ?? first.message, {
    errors: found.map(({ index, field, message }) => ({ path: pathOf(index, field), message })),
  });
}

/** Returns the path of an answer's field in a body whose answers are the list `responseAnswers`. */
export function pathInAnswers(index: number, field: string): string {
  return `responseAnswers.${index}.${field}`;
}
