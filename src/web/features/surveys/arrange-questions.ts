import type { Question } from '#domain/surveys/question.ts';

/** What a survey's questions will be once the server has done what was asked: places stay dense. */

/** The question stored, at its place, whether it is new or was another before. */
export function putQuestion(questions: readonly Question[], stored: Question): Question[] {
  const others = questions.filter(({ id }) => id !== stored.id);
  return numbered(others.toSpliced(stored.order - 1, 0, stored));
}

export function dropQuestion(questions: readonly Question[], id: number): Question[] {
  return numbered(questions.filter((question) => question.id !== id));
}

/** @param from 0 for the first */
export function moveQuestion(questions: readonly Question[], from: number, to: number): Question[] {
  const question = questions[from];
  if (!question) return [...questions];
  return numbered(questions.toSpliced(from, 1).toSpliced(to, 0, question));
}

/** A question whose place stays is the same object, so that its card is not drawn again. */
function numbered(questions: readonly Question[]): Question[] {
  return questions.map((question, index) =>
    question.order === index + 1 ? question : { ...question, order: index + 1 },
  );
}
