import { Textarea, TextInput } from '@mantine/core';

import { longestFreeText } from '#domain/text.ts';
import { countText } from '#web/ui/text-count.ts';

import type { AskedProps } from './answer-control.ts';

/** Renders a one-line field for an answer in the respondent's own words. */
export function LineAnswer(props: AskedProps) {
  return (
    <TextInput
      {...commonOf(props)}
      onChange={(event) => props.onAnswer(wordsOf(event.currentTarget.value))}
    />
  );
}

/** Renders a field with several lines for an answer in the respondent's own words. */
export function PassageAnswer(props: AskedProps) {
  return (
    <Textarea
      {...commonOf(props)}
      autosize
      minRows={4}
      maxRows={12}
      onChange={(event) => props.onAnswer(wordsOf(event.currentTarget.value))}
    />
  );
}

function commonOf({ question, labelledBy, answer }: AskedProps) {
  const text = answer?.textValue ?? '';
  return {
    'aria-labelledby': labelledBy,
    'aria-required': question.required,
    size: 'lg',
    value: text,
    ...countText(text, longestFreeText),
    placeholder: 'Type the answer',
    autoComplete: 'off',
  };
}

function wordsOf(textValue: string) {
  return { answerId: null, textValue };
}
