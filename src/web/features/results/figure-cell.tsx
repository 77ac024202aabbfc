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
  /** Undefined while it loads, or when there is nothing to compare with. */
  change: Change | undefined;
};

/** Shows one figure of the strip, with its change from the range before. */
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

/** Shows a change without colour, because colours mean passed or not passed. */
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
