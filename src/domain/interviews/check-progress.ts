import { answerTypes } from '#domain/answers/answer-types.ts';
import { notAllowed } from '#domain/scoring/not-applicable.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Progress, ProgressEntry, Remarks } from './progress.ts';

/** Something in a session that does not fit the edition: its path, and why. */
export type Misfit = { readonly path: string; readonly message: string };

/**
 * Returns the entries that cannot belong to the edition: a question that it does not have, an
 * option that its question does not offer, text that the question's type refuses, or a question
 * marked not applicable that does not allow it. A note belongs to any question.
 */
export function findMisfits(
  questions: readonly EditionQuestion[],
  progress: Progress,
  remarks: Remarks = {},
): Misfit[] {
  const questionOf = new Map(questions.map((question) => [String(question.id), question]));
  const unknown = 'This survey has no such question';
  const inProgress = Object.entries(progress).flatMap(([id, entry]): Misfit[] => {
    const question = questionOf.get(id);
    if (!question) return [{ path: `progress.${id}`, message: unknown }];
    const wrong = entry && misfitOf(question, entry);
    return wrong ? [{ path: `progress.${id}.${wrong.field}`, message: wrong.message }] : [];
  });
  const strange = Object.keys(remarks).filter((id) => !questionOf.has(id));
  return [...inProgress, ...strange.map((id) => ({ path: `remarks.${id}`, message: unknown }))];
}

function misfitOf(question: EditionQuestion, entry: NonNullable<ProgressEntry>) {
  const { answerId, textValue, na } = entry;
  if (na && !question.allowNa) return { field: 'na', message: notAllowed };
  if (answerId !== null && !question.answers.some((option) => option.id === answerId))
    return { field: 'answerId', message: 'This question has no such answer option' };
  const message = answerTypes[question.type].refuse(textValue ?? '');
  return message === null ? null : { field: 'textValue', message };
}
