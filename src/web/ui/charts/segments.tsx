import { useId } from 'react';

import classes from './segments.module.css';

type Props = {
  /** What the person chooses here. */
  label: string;
  choices: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
};

/**
 * Lets the person choose one of a few values, side by side. It is not Mantine's SegmentedControl,
 * which measures its position to move its mark. That forces a layout of the whole page before its
 * first paint, which takes a tenth of a second on a slow phone.
 */
export function Segments({ label, choices, value, onChange, disabled }: Props) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            disabled={disabled}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
