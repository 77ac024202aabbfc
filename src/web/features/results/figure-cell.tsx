import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Change } from './compare-ranges.ts';
import classes from './figures.module.css';

type Props = {
  name: string;
  /** The figure, or undefined while it loads. */
  children: ReactNode;
  bar?: ReactNode;
  /** Undefined while it loads, or where there is nothing to compare with. */
  change: Change | undefined;
};

/** One figure of the strip, with its change to the range before. */
export function FigureCell({ name, children, bar, change }: Props) {
  return (
    <article className={classes.cell}>
      <h2 className={classes.name}>{name}</h2>
      {children === undefined ? (
        <Skeleton height={34} width={90} />
      ) : (
        <p className={classes.figure}>{children}</p>
      )}
      {bar}
      <p className={classes.change}>{change && <ChangeWords change={change} />}</p>
    </article>
  );
}

/** A change has no colour: those mean pass or not. */
function ChangeWords({ change: { direction, words, than } }: { change: Change }) {
  const Arrow = direction > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <>
      {direction !== 0 && <Arrow size={14} aria-hidden />}
      {words}
      <VisuallyHidden>{than}</VisuallyHidden>
    </>
  );
}
