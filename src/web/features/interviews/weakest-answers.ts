import { readAnswer } from '#domain/answers/answer-types.ts';
import { scoreResponse, type CategorySums } from '#domain/scoring/score-response.ts';
import type { ResponsePoints } from '#domain/scoring/verdict.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import type { Held } from '#web/offline/interviews-held.ts';

/** An answer that lost points. */
export type WeakAnswer = {
  questionId: number;
  /** Starts at 1. */
  number: number;
  question: string;
  answer: string | null;
  lost: number;
  maximum: number;
};

export type ReportHere = ResponsePoints & {
  /** Those in which something was scored. */
  categories: { category: KpeCategory; sums: CategorySums }[];
  /** At most three answers, those that lost the most points first. */
  weakest: WeakAnswer[];
};

/**
 * Returns the figures of a completed interview, computed from this device's record and the edition
 * that was asked. The server uses the same scorer (rule 12).
 */
export function reportOf(
  { responseAnswers = [] }: Pick<Held, 'responseAnswers'>,
  { questions, rules }: Pick<Edition, 'questions' | 'rules'>,
): ReportHere {
  const { totalScore, maxScore, passed, categories, answers, lost } = scoreResponse(
    questions,
    responseAnswers,
    { rules },
  );
  const givenTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  const weak = questions.flatMap((question, place): WeakAnswer[] => {
    const given = givenTo.get(question.id);
    const points = lost[place] ?? 0;
    if (!given || points <= 0) return [];
    return [
      {
        ...{ questionId: question.id, number: place + 1, question: question.text },
        ...{ answer: readAnswer(question, given), lost: points, maximum: given.maximum ?? 0 },
      },
    ];
  });
  return {
    ...{ totalScore, maxScore, passed },
    categories: kpeCategories
      .map((category) => ({ category, sums: categories[category] }))
      .filter(({ sums }) => sums.maximum > 0),
    // Answers that lost the same points keep the order of the questions.
    weakest: weak.toSorted((a, b) => b.lost - a.lost).slice(0, 3),
  };
}
