import type { QuestionType } from '#domain/answers/answer-types.ts';

import type { AnswerControl, AskedProps, FieldProps } from './answer-control.ts';
import { ChoiceAnswer, ScaleAnswer } from './choice-answer.tsx';
import { ChoiceField } from './choice-field.tsx';
import { LineAnswer, PassageAnswer } from './text-answer.tsx';
import { LineField, PassageField } from './text-field.tsx';

/** The components of each question type. A new type does not compile without an entry. */
const controls = {
  radio: { Asked: ChoiceAnswer, Field: ChoiceField },
  checkbox: { Asked: ChoiceAnswer, Field: ChoiceField },
  text: { Asked: LineAnswer, Field: LineField },
  textarea: { Asked: PassageAnswer, Field: PassageField },
  scale: { Asked: ScaleAnswer, Field: ChoiceField },
  multiple_choice: { Asked: ChoiceAnswer, Field: ChoiceField },
} satisfies Record<QuestionType, AnswerControl>;

/** Renders the question's control for an interview. */
export function AskedAnswer(props: AskedProps) {
  const { Asked } = controls[props.question.type];
  return <Asked {...props} />;
}

/** Renders the question as one field of a form. */
export function AnswerField(props: FieldProps) {
  const { Field } = controls[props.question.type];
  return <Field {...props} />;
}
