import { readAnswer } from '#domain/answers/answer-types.ts';
import { isFinding, namesFindings } from '#domain/scoring/finding.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { isCounted, standingsOf } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import { furtherOf } from './further-of.ts';
import type { AskedQuestion } from './response.ts';

type Stored = {
  readonly answers: readonly (GivenAnswer & { readonly score: number })[];
  /** The ids of the questions that were asked; null for all of the edition. */
  readonly asked: readonly number[] | null;
};

/**
 * Returns every question of the edition with its answer, in order: the lines of the details dialog.
 * Findings are marked where the survey names them ({@link namesFindings}).
 */
export function askedQuestions(
  questions: readonly EditionQuestion[],
  { answers, asked }: Stored,
  rules?: SurveyRules,
): AskedQuestion[] {
  const { findingLine } = fullRules(rules);
  const isNamed = namesFindings(questions, rules);
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  const standings = standingsOf(questions, answers, asked);
  return questions.map((question, place) => {
    const answer = given.get(question.id);
    const maximum = isCounted(standings[place]) ? questionMaximum(question) : null;
    const option = question.answers.find(({ id }) => id === answer?.answerId);
    const isAnswered = standings[place] === 'answered' && maximum !== null;
    return {
      ...question,
      answerId: answer?.answerId ?? null,
      textValue: answer?.textValue ?? null,
      score: answer?.score ?? 0,
      maximum,
      ...(answer && furtherOf(answer)),
      ...(standings[place] === 'hidden' && { hidden: true }),
      ...(standings[place] === 'not-asked' && { notAsked: true }),
      ...(isNamed &&
        isAnswered &&
        option &&
        isFinding(option, maximum, findingLine) && { finding: true }),
    };
  });
}

/** Returns whether the question was asked and has no answer. Text questions are left out. */
export function isUnanswered(question: AskedQuestion): boolean {
  return question.maximum !== null && readAnswer(question, question) === null;
}
