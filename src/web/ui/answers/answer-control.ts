import type { ComponentType } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';

/** Props of a question as an interview or its preview asks it. */
export type AskedProps = {
  question: Pick<EditionQuestion, 'type' | 'required'> & {
    answers: readonly { readonly id: number; readonly text: string }[];
  };
  /** The id of the element that holds the question's text. */
  labelledBy: string;
  answer: Answer | null;
  onAnswer: (answer: Answer) => void;
};

/** Props of a question as one field of a form: the correction of a response. */
export type FieldProps = {
  question: EditionQuestion;
  label: string;
  answer: Answer;
  onAnswer: (answer: Answer) => void;
};

/** The components that answer questions of one type. */
export type AnswerControl = {
  Asked: ComponentType<AskedProps>;
  Field: ComponentType<FieldProps>;
};
