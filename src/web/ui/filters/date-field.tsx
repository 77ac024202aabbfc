import '@mantine/dates/styles.layer.css';

import { DateInput, type DateInputProps } from '@mantine/dates';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';

import { focusOn } from '#web/ui/focus-on.ts';
import { readDay } from './read-day.ts';

type Props = Pick<
  DateInputProps,
  'description' | 'readOnly' | 'classNames' | 'inputWrapperOrder' | 'error'
> & {
  label: string;
  /** `2026-03-12`. Empty when there is none. */
  value?: string;
  onChange?: (day: string) => void;
};

/**
 * A field for a day that the person types or chooses in a calendar. It does not use the browser's
 * own date field, because Safari shows today's date in an empty one, as if it were filled in. When the
 * person leaves it with text that is no day, it shows the former day again, and says so below.
 */
export function DateField({ label, value, onChange, error, ...rest }: Props) {
  const [unread, setUnread] = useState<string>();
  const look = ({ currentTarget: field }: FocusEvent<HTMLInputElement>) => {
    if (isUnread(field)) setUnread(field.value.trim());
  };
  return (
    <DateInput
      {...rest}
      label={label}
      error={error}
      {...(unread !== undefined && sayUnread(unread))}
      value={value || null}
      onChange={(day) => {
        setUnread(undefined);
        onChange?.(day ?? '');
      }}
      onInput={() => setUnread(undefined)}
      onBlurCapture={look}
      valueFormat="D MMM YYYY"
      dateParser={readDay}
      onKeyDown={keepUnread}
      placeholder="Day month year"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the date', 'aria-description': label }}
    />
  );
}

/** The person has left the field by now, so the error is announced where they are. */
function sayUnread(text: string): Pick<DateInputProps, 'error' | 'errorProps'> {
  return {
    error: `“${text}” is not a date. Type one like 12 Mar 2026.`,
    errorProps: { role: 'alert' },
  };
}

/** Returns whether the field holds text that is no day, such as 31 Feb. */
function isUnread({ value }: HTMLInputElement): boolean {
  return value.trim() !== '' && readDay(value) === null;
}

/**
 * Keeps Enter from submitting the form while the text is no day. The form would send the day that the field held
 * before. Leaving the field shows that day again, and says why.
 */
function keepUnread(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: field } = event;
  if (key !== 'Enter' || !isUnread(field)) return;
  event.preventDefault();
  field.blur();
  focusOn(field);
}
