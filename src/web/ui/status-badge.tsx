import type { ReactNode } from 'react';

import classes from './status-badge.module.css';
import { toneColors, toneMark, type Tone } from './theme/tones.ts';

type Props = {
  tone: Tone;
  /** Replaces the dot. */
  icon?: ReactNode;
  /** The state in words, because colour alone is not enough. */
  children: ReactNode;
};

/** Shows a state in words, on a background of its tone. */
export function StatusBadge({ tone, icon, children }: Props) {
  const color = toneColors[tone];
  return (
    <span
      className={classes.badge}
      style={{
        backgroundColor: `var(--mantine-color-${color}-light)`,
        color: `var(--mantine-color-${color}-light-color)`,
      }}
    >
      {icon ?? (
        <span className={classes.dot} style={{ backgroundColor: toneMark(tone) }} aria-hidden />
      )}
      {children}
    </span>
  );
}
