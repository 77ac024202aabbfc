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
 * | `not-asked`      | this interview asked only a part of the survey, or | no             | no            |
 * |                  | an appeal showed it afterwards (rule 214)          |                |               |
 * | `not-applicable` | the interviewer marked it so, and the survey lets  | no             | no            |
 * | `waived`         | a waiver of the hotel takes it out (rule 111)      | no             | no            |
 * | `unanswered`     | it was asked and has no answer                     | yes            | no            |
 * | `answered`       | it was asked and has an answer                     | yes            | yes           |
 */
export type Standing =
  'hidden' | 'not-asked' | 'not-applicable' | 'waived' | 'unanswered' | 'answered';

/** The question as far as its standing depends on it. */
export type StandingQuestion = Pick<EditionQuestion, 'id' | 'type' | 'showIf' | 'allowNa'>;

/**
 * Returns the standing of each question, by its place in the edition. `asked` are the ids of the
 * questions that this interview asked; leave it out if it asked all. A condition names an earlier
 * question, so one pass in the survey's order is enough. A condition is fulfilled only by an
 * earlier question that was answered itself: an answer to a hidden, waived or not applicable
 * question does not count. An answer to a question that is not in `asked` counts nowhere, but
 * conditions use it: see {@link withContext}.
 */
export function standingsOf(
  questions: readonly StandingQuestion[],
  answers: readonly GivenAnswer[],
  asked?: Iterable<number> | null,
): Standing[] {
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  const among = asked && new Set(asked);
  const chosen: Chosen = new Map();
  return questions.map((question) => {
    const standing = standingOf(question, given.get(question.id), chosen);
    if (standing === 'answered') chosen.set(question.id, given.get(question.id)?.answerId);
    return among && !among.has(question.id) ? 'not-asked' : standing;
  });
}

function standingOf(
  question: StandingQuestion,
  answer: GivenAnswer | undefined,
  chosen: Chosen,
): Standing {
  if (question.showIf && !isShown(question.showIf, chosen)) return 'hidden';
  if (answer?.waived) return 'waived';
  if (answer?.notApplicable) return question.allowNa ? 'not-applicable' : 'unanswered';
  return hasAnswer(question, answer) ? 'answered' : 'unanswered';
}

/**
 * Adds the ids of the questions on which these questions depend. An interview that asks only a part
 * of a survey asks those for context; they count nowhere.
 */
export function withContext(
  questions: readonly StandingQuestion[],
  asked: readonly number[],
): ReadonlySet<number> {
  const all = new Set(asked);
  // A condition names an earlier question, so going backwards finds all of them.
  for (const { id, showIf = [] } of questions.toReversed())
    if (all.has(id)) for (const { questionId } of showIf) all.add(questionId);
  return all;
}

/**
 * Returns what an interview asked, after an appeal changed one of its answers (rule 214). The new answer may show
 * questions that were hidden in the interview. Nobody asked them, so those without an answer are left out. Null means
 * all of the edition.
 */
export function askedBeforeAppeal(
  questions: readonly StandingQuestion[],
  { answers, asked }: { answers: readonly GivenAnswer[]; asked: number[] | null },
  changed: readonly GivenAnswer[],
): number[] | null {
  const before = standingsOf(questions, answers, asked);
  const after = standingsOf(questions, changed, asked);
  const shown = questions.filter(
    (_, place) => before[place] === 'hidden' && after[place] === 'unanswered',
  );
  if (shown.length === 0) return asked;
  const left = asked ?? questions.map(({ id }) => id);
  return left.filter((id) => !shown.some((question) => question.id === id));
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
