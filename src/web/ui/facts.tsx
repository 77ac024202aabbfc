import type { ReactNode } from 'react';

import classes from './facts.module.css';

type Props = {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** How they lie beside or below each other. */
  className: string | undefined;
};

/** Names with their values, as a list that screen readers announce as one. */
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
