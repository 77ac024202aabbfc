import '@mantine/dates/styles.layer.css';

import { DateInput, type DateInputProps } from '@mantine/dates';
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';

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
 * person leaves it with text that is no day, it shows the former day again, and says so below. If they
 * did so by pressing the form's button, the form is not sent: it would send a day that they did not type.
 */
export function DateField({ label, value, onChange, error, ...rest }: Props) {
  const [unread, setUnread] = useState<Unread>();
  const field = useRef<HTMLInputElement>(null);
  const forget = () => setUnread(undefined);
  const look = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (isUnread(currentTarget)) setUnread({ text: currentTarget.value.trim(), beside: value });
  };
  useRefusal(field, unread);
  return (
    <DateInput
      {...rest}
      ref={field}
      label={label}
      error={error}
      // It is not said beside another day, as when filters were cleared since.
      {...(unread && unread.beside === value && sayUnread(unread))}
      value={value || null}
      onChange={(day) => {
        forget();
        onChange?.(day ?? '');
      }}
      onInput={forget}
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

/** Text that is no day, with which the person left the field, and the day that the field had then. */
type Unread = { text: string; beside: string | undefined };

/**
 * Refuses to send the form while the field holds text that is no day, because a tap on a button does not always leave
 * the field, and by the press that left the field with such text. It puts the focus back into the field. A
 * person who presses or types again has been told, so the form is sent then.
 */
function useRefusal(field: RefObject<HTMLInputElement | null>, unread: Unread | undefined): void {
  useEffect(() => {
    const input = field.current;
    if (!input?.form) return undefined;
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    let isTold = unread === undefined;
    const refuse = (event: Event) => {
      if (isTold && !isUnread(input)) return;
      event.preventDefault();
      event.stopPropagation();
      input.blur();
      focusOn(input);
    };
    input.form.addEventListener('submit', refuse, options);
    for (const next of ['pointerdown', 'keydown'])
      document.addEventListener(next, () => (isTold = true), options);
    return () => end.abort();
  }, [field, unread]);
}

/** The person has left the field by now, so the error is announced where they are. */
function sayUnread({ text }: Unread): Pick<DateInputProps, 'error' | 'errorProps'> {
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
