import '@mantine/dates/styles.layer.css';

import { DateInput, type DateInputProps } from '@mantine/dates';
import type { KeyboardEvent } from 'react';

import { focusOn } from '#web/ui/focus-on.ts';
import { readDay } from './read-day.ts';

type Props = Pick<
  DateInputProps,
  'label' | 'description' | 'readOnly' | 'classNames' | 'inputWrapperOrder' | 'error'
> & {
  /** `2026-03-12`. Empty when there is none. */
  value?: string;
  onChange?: (day: string) => void;
};

/**
 * A field for a day that the person types or chooses in a calendar. It does not use the browser's
 * own date field, because Safari shows today's date in an empty one, as if it were filled in.
 */
export function DateField({ value, onChange, ...rest }: Props) {
  return (
    <DateInput
      {...rest}
      value={value || null}
      onChange={(day) => onChange?.(day ?? '')}
      valueFormat="D MMM YYYY"
      dateParser={readDay}
      onKeyDown={keepUnread}
      placeholder="Day month year"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
    />
  );
}

/**
 * Keeps Enter from submitting the form while the text is no day, such as 31 Feb. The form would send the day that
 * the field held before. Leaving the field shows that day again.
 */
function keepUnread(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: field } = event;
  if (key !== 'Enter' || field.value.trim() === '' || readDay(field.value)) return;
  event.preventDefault();
  field.blur();
  focusOn(field);
}
