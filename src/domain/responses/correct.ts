import { answerTypes, readAnswer } from '#domain/answers/answer-types.ts';
import { isAnswered } from '#domain/interviews/progress.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { GivenAnswer, ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import { standingsOf } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Revision } from './correction.ts';
import { furtherOf } from './further-of.ts';
import { readGiven } from './read-given.ts';

type Said = Omit<GivenAnswer, 'questionId'>;

/**
 * Returns whether two answers to one question are the same. A missing answer and an empty one are
 * the same.
 */
function saySame(one: Said | undefined, other: Said | undefined): boolean {
  return (
    (one?.answerId ?? null) === (other?.answerId ?? null) &&
    (one?.textValue ?? '') === (other?.textValue ?? '') &&
    (one?.notApplicable ?? false) === (other?.notApplicable ?? false) &&
    (one?.waived ?? false) === (other?.waived ?? false) &&
    (one?.note ?? '') === (other?.note ?? '')
  );
}

/**
 * Merges answers into a response. An answer to an answered question replaces the old one in its place; any
 * other is added at the end. What is waived stays so. A note stays until another note is sent, because the
 * screen that corrects answers does not know notes. `changed` are the questions whose answer is different
 * now; `replaced` are those of them that were answered or not applicable before.
 */
export function putAnswers(
  stored: readonly ScoredAnswer[],
  given: readonly GivenAnswer[],
): { answers: GivenAnswer[]; changed: number[]; replaced: number[] } {
  const answers: GivenAnswer[] = [...stored];
  const changed: number[] = [];
  const replaced: number[] = [];
  for (const { questionId, answerId, textValue, ...further } of given) {
    const place = answers.findIndex((one) => one.questionId === questionId);
    const former = answers[place];
    const note = further.note ?? former?.note;
    const kept = furtherOf({ ...further, note, waived: former?.waived });
    const answer = { questionId, answerId, textValue, ...kept };
    if (!saySame(former, answer)) {
      changed.push(questionId);
      if (isAnswered(former) || former?.notApplicable) replaced.push(questionId);
    }
    answers[former ? place : answers.length] = answer;
  }
  return { answers, changed, replaced };
}

/**
 * Returns whether a required question has no answer. It ignores questions that were hidden, not
 * asked, or are not applicable, and choice questions without options, which nobody can answer.
 */
export function isIncomplete(
  questions: readonly EditionQuestion[],
  answers: readonly GivenAnswer[],
  asked?: readonly number[] | null,
): boolean {
  const standings = standingsOf(questions, answers, asked);
  return questions.some((question, place) => {
    const isAskable = !answerTypes[question.type].hasOptions || question.answers.length > 0;
    return question.required && isAskable && standings[place] === 'unanswered';
  });
}

/** A question whose answer changed, with the answers before and after. */
export type Change = Revision['changes'][number];

/** Returns the questions at which two contents of one response differ, in the survey's order. */
export function changesOf(
  questions: readonly EditionQuestion[],
  before: readonly ScoredAnswer[],
  after: readonly ScoredAnswer[],
): Change[] {
  const [from, to] = [before, after].map(
    (answers) => new Map(answers.map((answer) => [answer.questionId, answer])),
  );
  return questions.flatMap((question, place) => {
    const { id: questionId, text } = question;
    const [former, latter] = [from?.get(questionId), to?.get(questionId)];
    if (saySame(former, latter)) return [];
    const number = place + 1;
    return [{ questionId, number, text, from: show(question, former), to: show(question, latter) }];
  });
}

function show(question: EditionQuestion, answer: ScoredAnswer | undefined): Change['from'] {
  if (answer?.waived) return { answer: readGiven(question, { ...answer, note: '' }), score: null };
  if (answer?.notApplicable && answer.maximum === null)
    return { answer: 'Not applicable', score: null };
  return {
    answer: readAnswer(question, answer),
    score: questionMaximum(question) === null ? null : (answer?.score ?? 0),
  };
}

type Kept = Omit<Revision, 'changes'> & { answers: readonly ScoredAnswer[] };

/**
 * Returns every correction, the latest first. Each stored revision is compared with the next one,
 * or with the present content.
 */
export function describeRevisions(
  questions: readonly EditionQuestion[],
  revisions: readonly Kept[],
  current: readonly ScoredAnswer[],
): Revision[] {
  return revisions
    .map(({ answers, ...revision }, place) => {
      const next = revisions[place + 1]?.answers ?? current;
      return { ...revision, changes: changesOf(questions, answers, next) };
    })
    .toReversed();
}
