import type { Question } from '#domain/surveys/question.ts';

/**
 * These functions return a survey's questions as they will be after a change, before the server has
 * replied. Their places stay dense.
 */

/** Puts a stored question at its place, whether it is new or was at another place. */
export function putQuestion(questions: readonly Question[], stored: Question): Question[] {
  const others = questions.filter(({ id }) => id !== stored.id);
  return numbered(others.toSpliced(stored.order - 1, 0, stored));
}

export function dropQuestion(questions: readonly Question[], id: number): Question[] {
  return numbered(questions.filter((question) => question.id !== id));
}

/**
 * Moves a question to another place.
 *
 * @param from 0 for the first
 */
export function moveQuestion(questions: readonly Question[], from: number, to: number): Question[] {
  const question = questions[from];
  if (!question) return [...questions];
  return numbered(questions.toSpliced(from, 1).toSpliced(to, 0, question));
}

/**
 * Numbers the questions. A question whose place is the same stays the same object, so that its card
 * does not render again.
 */
function numbered(questions: readonly Question[]): Question[] {
  return questions.map((question, index) =>
    question.order === index + 1 ? question : { ...question, order: index + 1 },
  );
}
