import { answerTypes } from '#domain/answers/answer-types.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

/** Returns the line below a question: whether it needs an answer, and how to clear a choice. */
export function needOf({ type, required }: Pick<EditionQuestion, 'type' | 'required'>): string {
  const need = required ? 'Required' : 'Optional';
  return answerTypes[type].canTakeBack ? `${need} · one answer; choose it again to clear it` : need;
}
