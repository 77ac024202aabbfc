import { Checkbox } from '@mantine/core';
import { useId } from 'react';

import type { Choosing } from '#web/lib/use-chosen.ts';
import classes from './choose.module.css';

type AllProps = Choosing & {
  ids: readonly number[];
  /** Read to people who do not see the box beside the list. */
  label: string;
  /** True where the label stands beside the box. */
  isLabelled?: boolean;
};

/** Shows the box that chooses all rows of a list, or none. */
export function ChooseAll({ ids, chosen, onChoose, label, isLabelled = false }: AllProps) {
  const id = useId();
  const count = ids.filter((one) => chosen.has(one)).length;
  return (
    <label htmlFor={id} className={classes.choose} data-labelled={isLabelled}>
      <Checkbox
        id={id}
        aria-label={label}
        disabled={ids.length === 0}
        checked={count > 0 && count === ids.length}
        indeterminate={count > 0 && count < ids.length}
        onChange={({ currentTarget }) => onChoose(ids, currentTarget.checked)}
      />
      {isLabelled && label}
    </label>
  );
}

type RowProps = {
  id: number;
  /** What the row is about. */
  about: string;
  isChosen: boolean;
  onChoose: Choosing['onChoose'];
};

/** Shows the box that chooses one row. A press beside it counts, too. */
export function ChooseRow({ id, about, isChosen, onChoose }: RowProps) {
  return (
    <label htmlFor={`choose-${id}`} className={classes.choose}>
      <Checkbox
        id={`choose-${id}`}
        aria-label={`Choose ${about}`}
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose([id], currentTarget.checked)}
      />
    </label>
  );
}
