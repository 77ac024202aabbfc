import type { Question } from './question.ts';

/**
 * Returns the key of a question: the name by which a round remembers it over editions and surveys.
 *
 * | the question       | its key       | stands for                                                |
 * | ------------------ | ------------- | --------------------------------------------------------- |
 * | has a standard code | `code:FO-012` | the standard, in every edition of every survey (rule 76)  |
 * | has none           | `id:417`      | this question of this survey, in every edition of it      |
 *
 * A code is compared in any case of its letters, so the key has capitals. The prefix keeps a code such
 * as “417” apart from the question with that id. A question that gets another code, or its first one,
 * gets another key: it then checks another standard.
 */
export function questionKey({
  id,
  code,
}: Pick<Question, 'id'> & { code?: string | null | undefined }): string {
  return code ? `code:${code.toUpperCase()}` : `id:${id}`;
}

/** Returns the ids of the questions that have one of these keys, in their order. */
export function idsOfKeys(
  questions: readonly Parameters<typeof questionKey>[0][],
  keys: readonly string[],
): number[] {
  if (keys.length === 0) return [];
  const wanted = new Set(keys);
  return questions.filter((one) => wanted.has(questionKey(one))).map(({ id }) => id);
}
