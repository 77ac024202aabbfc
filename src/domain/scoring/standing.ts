import { hasAnswer } from '#domain/answers/answer-types.ts';
import type { Condition } from '#domain/surveys/condition.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { GivenAnswer } from './scored-answer.ts';

/**
 * What became of a question in one interview:
 *
 * | standing         | meaning                                            | in the maximum | in categories |
 * | ---------------- | -------------------------------------------------- | -------------- | ------------- |
 * | `hidden`         | its conditions did not hold, so nobody saw it      | no             | no            |
 * | `not-asked`      | this interview asked only a part of the survey     | no             | no            |
 * | `not-applicable` | the interviewer marked it so, and the survey lets  | no             | no            |
 * | `unanswered`     | it was asked and has no answer                     | yes            | no            |
 * | `answered`       | it was asked and has an answer                     | yes            | yes           |
 */
export type Standing = 'hidden' | 'not-asked' | 'not-applicable' | 'unanswered' | 'answered';

/** The question as far as its standing depends on it. */
export type StandingQuestion = Pick<EditionQuestion, 'id' | 'type' | 'showIf' | 'allowNa'>;

/**
 * Returns the standing of each question, by its place in the edition. `asked` are the ids of the
 * questions that this interview asked; all of them where it is left out.
 *
 * A condition names an earlier question, so one pass in the survey's order is enough, and no circle
 * is possible. It holds only for an earlier question that was answered itself: an answer to a
 * hidden question, or to one that is not applicable, shows nothing.
 */
export function standingsOf(
  questions: readonly StandingQuestion[],
  answers: readonly GivenAnswer[],
  asked?: readonly number[] | null,
): Standing[] {
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  const among = asked && new Set(asked);
  const chosen: Chosen = new Map();
  return questions.map((question) => {
    if (question.showIf && !isShown(question.showIf, chosen)) return 'hidden';
    if (among && !among.has(question.id)) return 'not-asked';
    const answer = given.get(question.id);
    if (answer?.notApplicable) return question.allowNa ? 'not-applicable' : 'unanswered';
    if (!hasAnswer(question, answer)) return 'unanswered';
    chosen.set(question.id, answer?.answerId);
    return 'answered';
  });
}

/** The option chosen at each question that was answered so far. */
type Chosen = Map<number, number | null | undefined>;

function isShown(conditions: readonly Condition[], chosen: Chosen): boolean {
  return conditions.every((condition) => {
    const option = chosen.get(condition.questionId);
    if (option == null) return false;
    return 'is' in condition ? condition.is.includes(option) : !condition.isNot.includes(option);
  });
}

/** Returns whether the question is in the response's maximum, if it is scored at all. */
export function isCounted(standing: Standing | undefined): boolean {
  return standing === 'answered' || standing === 'unanswered';
}
