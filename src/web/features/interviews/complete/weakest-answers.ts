import { readAnswer } from '#domain/answers/answer-types.ts';
import { isAskedNow } from '#domain/interviews/asked-now.ts';
import type { ParsedResponse } from '#domain/responses/response.ts';
import type { CategorySums } from '#domain/scoring/category-sums.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import { standingsOf, withContext, type Standing } from '#domain/scoring/standing.ts';
import { scoreInWords } from '#domain/scoring/verdict-in-words.ts';
import { percentOf, type ResponsePoints } from '#domain/scoring/verdict.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { formatPercent } from '#web/lib/format.ts';

/** An answer that lost points. */
export type WeakAnswer = {
  questionId: number;
  /** The question's number among those that were asked, from 1. */
  number: number;
  question: string;
  answer: string | null;
  lost: number;
  maximum: number;
};

export type ReportHere = ResponsePoints & {
  /** The categories in which something was scored. */
  categories: { category: KpeCategory; sums: CategorySums }[];
  /** At most three answers, those that lost the most points first. */
  weakest: WeakAnswer[];
  /** Why the response needs a review; null when the percent alone explains it. */
  why: string | null;
  /** How many answers are findings. */
  findings: number;
};

/**
 * Returns the figures of a completed interview, computed from this device's record and the edition
 * that was asked. The server uses the same scorer (rule 12).
 */
export function reportOf(
  { responseAnswers = [], asked }: Pick<ParsedResponse, 'responseAnswers' | 'asked'>,
  { questions, rules }: Pick<Edition, 'questions' | 'rules'>,
): ReportHere {
  const scored = scoreResponse(questions, responseAnswers, { rules, asked });
  const { totalScore, maxScore, passed, categories, answers, lost } = scored;
  const standings = standingsOf(questions, responseAnswers, asked && withContext(questions, asked));
  const numbers = numbersOf(standings);
  const givenTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  const weak = questions.flatMap((question, place): WeakAnswer[] => {
    const given = givenTo.get(question.id);
    const points = lost[place] ?? 0;
    if (!given || points <= 0) return [];
    return [
      {
        ...{ questionId: question.id, number: numbers[place] ?? 0, question: question.text },
        ...{ answer: readAnswer(question, given), lost: points, maximum: given.maximum ?? 0 },
      },
    ];
  });
  return {
    ...{ totalScore, maxScore, passed, findings: scored.findings.length },
    categories: kpeCategories
      .map((category) => ({ category, sums: categories[category] }))
      .filter(({ sums }) => sums.maximum > 0),
    // Answers that lost the same points keep the order of the questions.
    weakest: weak.toSorted((a, b) => b.lost - a.lost).slice(0, 3),
    why: scoreInWords(
      { questions, rules, asked },
      responseAnswers,
      scored,
      formatPercent(percentOf(scored)),
    ),
  };
}

/** Returns the number of each question among those that were asked, by its place. */
function numbersOf(standings: readonly Standing[]): number[] {
  let number = 0;
  return standings.map((standing) => (isAskedNow(standing) ? (number += 1) : number));
}
