import { answerTypes } from '#domain/answers/answer-types.ts';
import type { Condition } from '#domain/surveys/condition.ts';
import type { Question } from '#domain/surveys/question.ts';

/** A condition as its author is writing it (rule 62). */
export type ConditionDraft = {
  /** Identifies the condition while the wizard is open. */
  readonly key: number;
  /** The earlier question; null until one is chosen. */
  readonly questionId: number | null;
  /** True when the answer must be an option that is not among `options`. */
  readonly isNot: boolean;
  /** The ids of the earlier question's options that the condition names. */
  readonly options: readonly number[];
};

export function conditionsOf(showIf: readonly Condition[] = []): ConditionDraft[] {
  return showIf.map((condition, key) => ({
    key,
    questionId: condition.questionId,
    isNot: 'isNot' in condition,
    options: optionsOf(condition),
  }));
}

export function blankCondition(others: readonly ConditionDraft[]): ConditionDraft {
  const key = Math.max(-1, ...others.map((one) => one.key)) + 1;
  return { key, questionId: null, isNot: false, options: [] };
}

/** Returns the conditions as they are sent. */
export function toShowIf(drafts: readonly ConditionDraft[]): Condition[] {
  return drafts.map(({ questionId, isNot, options }) => ({
    questionId: questionId ?? 0,
    ...(isNot ? { isNot: [...options] } : { is: [...options] }),
  }));
}

/** Returns what is missing, by field. */
export function conditionErrors(drafts: readonly ConditionDraft[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [place, { questionId, options }] of drafts.entries())
    if (questionId === null)
      errors[`showIf.${place}.questionId`] = 'Choose an earlier question of this survey';
    else if (options.length === 0) errors[`showIf.${place}.is`] = 'Choose at least one answer';
  return errors;
}

/**
 * Returns the questions that a condition can name: choice questions that come before this one.
 *
 * @param ownId the id of the question that has the condition; undefined for a new one
 * @param order its place, from 1
 */
export function earlierChoices(
  questions: readonly Question[],
  ownId: number | undefined,
  order: number,
): Question[] {
  return questions
    .filter(({ id }) => id !== ownId)
    .slice(0, Math.max(0, order - 1))
    .filter(({ type, answers }) => answerTypes[type].hasOptions && answers.length > 0);
}

/** Returns when the question is asked, in words: "question 2 is Yes or Partly". */
export function conditionWords(
  showIf: readonly Condition[],
  questions: readonly Question[],
): string {
  return showIf
    .map((condition) => {
      const parent = questions.find(({ id }) => id === condition.questionId);
      const chosen = optionsOf(condition);
      const texts = parent?.answers.filter(({ id }) => chosen.includes(id)).map(({ text }) => text);
      const verb = 'isNot' in condition ? 'is not' : 'is';
      return `question ${parent?.order ?? '?'} ${verb} ${texts?.join(' or ') ?? '?'}`;
    })
    .join(', and ');
}

function optionsOf(condition: Condition): number[] {
  return 'isNot' in condition ? condition.isNot : condition.is;
}
