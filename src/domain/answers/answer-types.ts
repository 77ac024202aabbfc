import type { Answer, AnswerType } from './answer-type.ts';
import { checkbox } from './checkbox.ts';
import { multipleChoice } from './multiple-choice.ts';
import { radio } from './radio.ts';
import { scale } from './scale.ts';
import { text } from './text.ts';
import { textarea } from './textarea.ts';

const declared = {
  radio,
  checkbox,
  text,
  textarea,
  scale,
  multiple_choice: multipleChoice,
} satisfies Record<string, AnswerType>;

/** The name of a question's type. */
export type QuestionType = keyof typeof declared;

/** Every question type, in the order in which lists show them. */
export const answerTypes: Readonly<Record<QuestionType, AnswerType>> = declared;

export const questionTypes = Object.keys(declared) as [QuestionType, ...QuestionType[]];

type Typed = { readonly type: QuestionType };

/** Returns whether the question has an answer. White space alone is no answer. */
export function hasAnswer({ type }: Typed, answer: Answer | null | undefined): boolean {
  return answer != null && !answerTypes[type].isBlank(answer);
}

/** Returns the answer as people read it; null when there is none. */
export function readAnswer(
  question: Typed & { readonly answers: Parameters<AnswerType['read']>[1] },
  answer: Answer | null | undefined,
): string | null {
  return answer == null ? null : answerTypes[question.type].read(answer, question.answers);
}

/**
 * Returns whether an interview may go to the next question by itself once an option is chosen. It may not
 * where choosing the option again takes the answer back: then the question must stay on the screen.
 */
export function isSettledByChoice({ type }: Typed): boolean {
  return answerTypes[type].hasOptions && answerTypes[type].canTakeBack !== true;
}

/** Returns the new answer when the person chooses this option. */
export function chooseOption({ type }: Typed, before: Answer | null, answerId: number): Answer {
  const isTakenBack = answerTypes[type].canTakeBack === true && before?.answerId === answerId;
  return { answerId: isTakenBack ? null : answerId, textValue: null };
}
