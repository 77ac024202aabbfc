import '@mantine/dates/styles.layer.css';

import { DateInput, type DateInputProps } from '@mantine/dates';

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
      placeholder="Day month year"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
    />
  );
}
