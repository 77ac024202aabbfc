import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { DemonstrationHotel } from './hotels.ts';
import type { Random } from './random.ts';
import type { AskedEdition, AskedSurvey } from './surveys.ts';

/**
 * Returns the answers that somebody at this hotel would give at this moment, in the order asked.
 */
export type Answering = (
  hotel: DemonstrationHotel,
  survey: AskedSurvey,
  edition: AskedEdition,
  at: number,
) => GivenAnswer[];

/**
 * Returns the function that makes answers. Some questions are harder than others everywhere, and
 * some people judge more kindly.
 */
export function prepareAnswering(random: Random, surveys: readonly AskedSurvey[]): Answering {
  const ids = surveys.flatMap(({ replies }) => [...replies.keys()]);
  const ease = new Map(ids.map((id) => [id, random.around(0, 0.08)]));
  return (hotel, survey, edition, at) => {
    const kindness = random.around(0, 0.05);
    return edition.questions.flatMap((question): GivenAnswer[] => {
      const level = question.kpeCategory && hotel.quality(question.kpeCategory, at);
      if (level === null) return inOwnWords(random, question, survey.replies.get(question.id));
      if (!question.required && random.chance(0.06)) return [];
      const wanted = level + kindness + (ease.get(question.id) ?? 0) + random.around(0, 0.2);
      return [{ questionId: question.id, answerId: nearest(question, wanted), textValue: null }];
    });
  };
}

/** Returns an answer in words, which most people give. */
function inOwnWords(
  random: Random,
  question: EditionQuestion,
  replies: readonly string[] = [],
): GivenAnswer[] {
  if (replies.length === 0 || random.chance(0.2)) return [];
  return [{ questionId: question.id, answerId: null, textValue: random.pick(replies) }];
}

/** Returns the option whose share of the points is nearest to the wanted share. */
function nearest(question: EditionQuestion, share: number): number | null {
  const maximum = questionMaximum(question) ?? 0;
  const distance = (score: number) => Math.abs(score - share * maximum);
  const [first, ...others] = question.answers;
  return (
    others.reduce(
      (best, option) => (best && distance(best.score) <= distance(option.score) ? best : option),
      first,
    )?.id ?? null
  );
}
