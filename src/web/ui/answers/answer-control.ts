import type { ComponentType } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

/** A question being asked, by an interview or by its preview. */
export type AskedProps = {
  question: EditionQuestion;
  /** The id of the element that holds the question's words. */
  labelledBy: string;
  answer: Answer | null;
  onAnswer: (answer: Answer) => void;
};

/** A question as one field of a form: the correction of a response. */
export type FieldProps = {
  question: EditionQuestion;
  label: string;
  answer: Answer;
  onAnswer: (answer: Answer) => void;
};

/** What questions of one type are answered with. */
export type AnswerControl = {
  Asked: ComponentType<AskedProps>;
  Field: ComponentType<FieldProps>;
};
