import { Textarea, TextInput } from '@mantine/core';

import { longestFreeText } from '#domain/text.ts';

import { countText } from './text-count.ts';

type Props = {
  /** Several lines. */
  isLong: boolean;
  isRequired: boolean;
  /** The id of the element that holds the question's words. */
  labelledBy: string;
  text: string;
  onWrite: (text: string) => void;
};

/** An answer in the respondent's own words, as an interview asks for it. */
export function TextAnswer({ isLong, isRequired, labelledBy, text, onWrite }: Props) {
  const common = {
    'aria-labelledby': labelledBy,
    'aria-required': isRequired,
    size: 'lg',
    value: text,
    ...countText(text, longestFreeText),
    placeholder: 'Type the answer',
    autoComplete: 'off',
  };
  return isLong ? (
    <Textarea
      {...common}
      autosize
      minRows={4}
      maxRows={12}
      onChange={(event) => onWrite(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...common} onChange={(event) => onWrite(event.currentTarget.value)} />
  );
}
