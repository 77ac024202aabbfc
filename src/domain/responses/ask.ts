import { questionMaximum, type GivenAnswer } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { furtherOf } from './further-fields.ts';
import type { AskedQuestion } from './response.ts';

/** Every question as it was asked, with what was answered: the details dialog's lines, in order. */
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
