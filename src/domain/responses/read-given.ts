import { readAnswer } from '#domain/answers/answer-types.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';

type Said = Omit<GivenAnswer, 'questionId'>;

/**
 * Returns what was said to a question as people read it: the answer, or that the question is waived or
 * not applicable, and the note. Null where nothing was said.
 */
export function readGiven(
  question: Parameters<typeof readAnswer>[0],
  given: Said | null | undefined,
): string | null {
  if (!given) return null;
  const answer = readSaid(question, given);
  const note = given.note ? `Note: ${given.note}` : null;
  return [answer, note].filter((words) => words !== null).join(' · ') || null;
}

/**
 * Returns the answer as people read it, or that the question is waived or not applicable; without the note.
 * An answer to a question that is waived follows in brackets: it is kept and does not count.
 */
export function readSaid(
  question: Parameters<typeof readAnswer>[0],
  given: Said | undefined,
): string | null {
  const answer = given?.notApplicable ? 'Not applicable' : readAnswer(question, given);
  if (!given?.waived) return answer;
  return answer === null ? 'Waived' : `Waived (${answer})`;
}
