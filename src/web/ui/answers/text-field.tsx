import { Textarea, TextInput } from '@mantine/core';

import { longestFreeText } from '#domain/text.ts';

import type { FieldProps } from './answer-control.ts';

export function LineField(props: FieldProps) {
  return (
    <TextInput
      {...commonOf(props)}
      onChange={(event) => props.onAnswer(wordsOf(event.currentTarget.value))}
    />
  );
}

export function PassageField(props: FieldProps) {
  return (
    <Textarea
      {...commonOf(props)}
      autosize
      minRows={2}
      maxRows={8}
      onChange={(event) => props.onAnswer(wordsOf(event.currentTarget.value))}
    />
  );
}

function commonOf({ label, answer }: FieldProps) {
  return {
    label,
    placeholder: 'Not answered',
    maxLength: longestFreeText,
    value: answer.textValue ?? '',
  };
}

function wordsOf(textValue: string) {
  return { answerId: null, textValue };
}
