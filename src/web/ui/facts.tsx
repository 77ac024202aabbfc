import type { ReactNode } from 'react';

import classes from './facts.module.css';

type Props = {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Arranges the facts beside or below each other. */
  className: string | undefined;
};

/** Shows names with their values, as one list for screen readers. */
export function Facts({ facts, className }: Props) {
  return (
    <dl className={`${classes.facts} ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
