import { questionMaximum, type GivenAnswer } from '#domain/scoring/score-response.ts';
import { isCounted, standingsOf } from '#domain/scoring/standing.ts';
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
  const standings = standingsOf(questions, answers);
  return questions.map((question, place) => {
    const answer = given.get(question.id);
    return {
      ...question,
      answerId: answer?.answerId ?? null,
      textValue: answer?.textValue ?? null,
      score: answer?.score ?? 0,
      maximum: isCounted(standings[place]) ? questionMaximum(question) : null,
      ...(answer && furtherOf(answer)),
    };
  });
}
