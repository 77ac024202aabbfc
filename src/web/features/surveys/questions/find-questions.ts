import { answerTypes } from '#domain/answers/answer-types.ts';
import type { Question } from '#domain/surveys/question.ts';

/**
 * Returns the questions that contain every word in their text, code, section, options, type or
 * category.
 */
export function findQuestions(questions: readonly Question[], term: string): readonly Question[] {
  const words = term.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return questions;
  return questions.filter(({ text, code, section, type, kpeCategory, answers }) => {
    const whole = [
      text,
      code ?? '',
      section,
      answerTypes[type].name,
      kpeCategory ?? '',
      ...answers.map((one) => one.text),
    ]
      .join('\n')
      .toLocaleLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
