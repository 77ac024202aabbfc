import { isReversed, reversedWords } from '#domain/reversed-range.ts';
import { DateField } from './date-field.tsx';

type Days = { from?: string | undefined; to?: string | undefined };
type Props = Days & {
  /** Label of the first field, for places where "From" alone does not say which days are meant. */
  label?: string;
  onChange: (changes: Days) => void;
};

/** Shows two fields for the first and the last day of a range. Either may be empty. */
export function DayRange({ from, to, label = 'From', onChange }: Props) {
  return (
    <>
      <DateField
        label={label}
        value={from ?? ''}
        error={isReversed({ from, to }) && reversedWords}
        // Put the error above the field, so that the field stays in line with those beside it.
        inputWrapperOrder={['label', 'error', 'input']}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <DateField
        label="To"
        value={to ?? ''}
        onChange={(day) => onChange({ to: day || undefined })}
      />
    </>
  );
}
