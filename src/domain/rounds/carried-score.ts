import { questionMaximum, scoreResponse } from '#domain/scoring/score-response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { isCounted, standingsOf, type Standing } from '#domain/scoring/standing.ts';
import { meanPercentOf } from '#domain/scoring/verdict.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import type { Comparison } from './reassessment.ts';

/*
 * Three honest figures of a re-assessment
 * =======================================
 *
 * The problem. A re-assessment asks only what failed. Its own percent says nothing about the hotel: who
 * fixed 9 of 12 findings has 75 %, and so does who was asked nothing but these. The former percent
 * says nothing about what was fixed.
 *
 * The idea. Three figures, each true by itself:
 *
 * | figure  | what it is                                                                          |
 * | ------- | ----------------------------------------------------------------------------------- |
 * | was     | The mean percent of the former round's interviews, as everywhere else.              |
 * | again   | Of the questions that were asked again, how many passed.                            |
 * | carried | The mean percent of the former interviews with the new points in place of the old.  |
 *
 * The steps. s(q) and m(q) are the points and the maximum of question q. Of the interviews in which q
 * was asked again, those in which it counts give the new s′(q) and m′(q): their means. In each former
 * interview in which q counted, s′ and m′ take the place of s and m. Where q was asked again and counts
 * in none, because it is not applicable or hidden now, it leaves both sums. Where q did not count in a
 * former interview, nothing is replaced there. The percent of an interview is 100 · Σs / Σm, and that
 * of the round is the mean over its interviews with Σm > 0.
 *
 * A question passed when it counts and no answer to it is a finding or lacks.
 *
 * What would break if you changed it. With the latest answer instead of the mean, a hotel would pass
 * if its people were asked until somebody says yes. With sums over all interviews instead of the mean
 * percent, “was” would differ from what Results and the report show for the same round.
 */

/** What became of one scored question in one interview. */
export type QuestionResult = {
  readonly key: string;
  readonly standing: Standing;
  readonly score: number;
  readonly maximum: number;
  readonly isFinding: boolean;
};

type Interview = readonly QuestionResult[];
type Points = { readonly score: number; readonly maximum: number };

/** Returns what became of each scored question of a response, in the survey's order. */
export function resultsOf(
  { questions, rules }: Pick<Edition, 'questions' | 'rules'>,
  answers: readonly GivenAnswer[],
  asked: readonly number[] | null,
): QuestionResult[] {
  const scored = scoreResponse(questions, answers, { rules, asked });
  const standings = standingsOf(questions, answers, asked);
  const scoreOf = new Map(scored.answers.map(({ questionId, score }) => [questionId, score]));
  const findings = new Set(scored.findings);
  return questions.flatMap((question, place) => {
    const maximum = questionMaximum(question);
    if (maximum === null) return [];
    return {
      key: questionKey(question),
      standing: standings[place] ?? 'unanswered',
      score: scoreOf.get(question.id) ?? 0,
      maximum,
      isFinding: findings.has(place),
    };
  });
}

/** How one question was answered in the former round and in the re-assessment. */
export type Compared = Pick<Comparison['questions'][number], 'outcome' | 'change'> & {
  readonly was: Points | null;
  readonly again: Points | null;
};

/**
 * Compares a re-assessment with the round that it repeats in part.
 *
 * @param wanted the keys of the questions that the re-assessment is to ask; others that it asked come after
 * them
 * @param line the line of averages, to which no percent below it is rounded up
 */
export function compareRounds(
  before: readonly Interview[],
  again: readonly Interview[],
  { wanted, line }: { wanted: readonly string[]; line: number },
) {
  const former = resultsByKey(before);
  const asked = resultsByKey(again.map((one) => one.filter(isAsked)));
  const questions = new Map(
    [...new Set([...wanted, ...asked.keys()])].map((key) => [
      key,
      compare(former.get(key) ?? [], asked.get(key) ?? []),
    ]),
  );
  const count = (outcome: Compared['outcome']) =>
    [...questions.values()].filter((one) => one.outcome === outcome).length;
  return {
    was: meanPercent(
      before.map((one) => one.filter(counts)),
      line,
    ),
    again: {
      asked: questions.size - count('open'),
      passed: count('passed'),
      notApplicable: count('not-applicable'),
      open: count('open'),
    },
    carried: meanPercent(
      before.map((one) => carry(one, questions)),
      line,
    ),
    questions,
  };
}

const isAsked = ({ standing }: QuestionResult) => standing !== 'not-asked';
const counts = ({ standing }: QuestionResult) => isCounted(standing);

function resultsByKey(interviews: readonly Interview[]): Map<string, QuestionResult[]> {
  return Map.groupBy(interviews.flat(), ({ key }) => key);
}

function compare(former: readonly QuestionResult[], asked: readonly QuestionResult[]): Compared {
  const was = meanPoints(former.filter(counts));
  const again = meanPoints(asked.filter(counts));
  return { was, again, change: was && again && again.score - was.score, outcome: outcome() };

  function outcome(): Compared['outcome'] {
    if (asked.length === 0) return 'open';
    if (!again) return 'not-applicable';
    const isBad = (one: QuestionResult) => one.isFinding || one.standing === 'unanswered';
    return asked.some(isBad) ? 'finding' : 'passed';
  }
}

/** Returns a former interview's points with those of what was asked again in their place. */
function carry(interview: Interview, questions: ReadonlyMap<string, Compared>): Points[] {
  return interview.filter(counts).flatMap((result): Points[] => {
    const compared = questions.get(result.key);
    if (!compared || compared.outcome === 'open') return [result];
    return compared.again ? [compared.again] : [];
  });
}

function meanPoints(results: readonly Points[]): Points | null {
  if (results.length === 0) return null;
  const { score, maximum } = sumOf(results);
  return { score: score / results.length, maximum: maximum / results.length };
}

function sumOf(points: readonly Points[]): Points {
  let [score, maximum] = [0, 0];
  for (const one of points) {
    score += one.score;
    maximum += one.maximum;
  }
  return { score, maximum };
}

/** Returns the mean percent of interviews, to one decimal; null when nothing is scored. */
function meanPercent(interviews: readonly (readonly Points[])[], line: number): number | null {
  const sums = interviews.map(sumOf);
  return meanPercentOf(
    sums.map(({ score, maximum }) => ({ totalScore: score, maxScore: maximum })),
    line,
  );
}
