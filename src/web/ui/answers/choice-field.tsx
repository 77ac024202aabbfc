import { Select } from '@mantine/core';

import type { FieldProps } from './answer-control.ts';

export function ChoiceField({ label, question, answer, onAnswer }: FieldProps) {
  return (
    <Select
      label={label}
      placeholder="Not answered"
      clearable
      data={question.answers.map(({ id, text }) => ({ value: String(id), label: text }))}
      value={answer.answerId === null ? null : String(answer.answerId)}
      onChange={(value) =>
        onAnswer({
          answerId: value === null ? null : Number(value),
          textValue: answer.textValue,
        })
      }
    />
  );
}
