import { DateField } from './date-field.tsx';

type Days = { from?: string | undefined; to?: string | undefined };
type Props = Days & {
  /** Label of the first field, where "From" alone would not say which days are meant. */
  label?: string;
  onChange: (changes: Days) => void;
};

/** Two days between which something lies, either of them open. */
export function DayRange({ from = '', to = '', label = 'From', onChange }: Props) {
  const isReversed = from !== '' && to !== '' && from > to;
  return (
    <>
      <DateField
        label={label}
        value={from}
        error={isReversed && 'From is after To'}
        // Above the field, which stays in line with those beside it.
        inputWrapperOrder={['label', 'error', 'input']}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <DateField label="To" value={to} onChange={(day) => onChange({ to: day || undefined })} />
    </>
  );
}
