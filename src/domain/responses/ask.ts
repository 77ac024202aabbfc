import { questionMaximum, type GivenAnswer } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { furtherOf } from './further-fields.ts';
import type { AskedQuestion } from './response.ts';

/**
 * Returns every question of the edition with its answer, in order: the lines of the details dialog.
 */
export function askedQuestions(
  questions: readonly EditionQuestion[],
  answers: readonly (GivenAnswer & { readonly score: number })[],
): AskedQuestion[] {
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  return questions.map((question) => {
    const answer = given.get(question.id);
    return {
      ...question,
      answerId: answer?.answerId ?? null,
      textValue: answer?.textValue ?? null,
      score: answer?.score ?? 0,
      maximum: questionMaximum(question),
      ...(answer && furtherOf(answer)),
    };
  });
}
