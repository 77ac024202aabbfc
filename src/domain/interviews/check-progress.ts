import { answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Progress } from './progress.ts';

/** An entry of a session's progress that does not fit the edition: its path, and why. */
export type Misfit = { readonly path: string; readonly message: string };

/**
 * Returns the entries that cannot belong to the edition: a question that it does not have, an
 * option that its question does not offer, or text that the question's type refuses.
 */
export function findMisfits(questions: readonly EditionQuestion[], progress: Progress): Misfit[] {
  const questionOf = new Map(questions.map((question) => [String(question.id), question]));
  return Object.entries(progress).flatMap(([id, entry]): Misfit[] => {
    const question = questionOf.get(id);
    if (!question) return [{ path: `progress.${id}`, message: 'This survey has no such question' }];
    if (!entry) return [];
    const { answerId, textValue } = entry;
    if (answerId !== null && !question.answers.some((option) => option.id === answerId))
      return [
        { path: `progress.${id}.answerId`, message: 'This question has no such answer option' },
      ];
    const message = answerTypes[question.type].refuse(textValue ?? '');
    return message === null ? [] : [{ path: `progress.${id}.textValue`, message }];
  });
}
