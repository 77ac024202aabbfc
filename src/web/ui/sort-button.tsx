import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

import classes from './sort-button.module.css';

type Order<Sort> = { sort: Sort; direction: 'asc' | 'desc' };

type Props<Sort> = {
  /** What this heading sorts by. */
  sort: Sort;
  label: string;
  /** What the table is sorted by now. */
  order: Order<Sort>;
  /** The direction of the first press. Another press reverses it. */
  first?: 'asc' | 'desc';
  onSort: (order: Order<Sort>) => void;
};

/**
 * Renders a heading as a button that sorts its table. The heading element needs {@link ariaSort}.
 */
export function SortButton<Sort extends string>(props: Props<Sort>) {
  const { sort, label, order, first = 'asc', onSort } = props;
  const isActive = order.sort === sort;
  const other = first === 'asc' ? 'desc' : 'asc';
  const direction = isActive && order.direction === first ? other : first;
  const Arrow = order.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton className={classes.sort ?? ''} onClick={() => onSort({ sort, direction })}>
      {label}
      {isActive && <Arrow size={14} aria-hidden />}
    </UnstyledButton>
  );
}

export function ariaSort<Sort extends string>(order: Order<Sort>, sort: Sort) {
  if (order.sort !== sort) return 'none';
  return order.direction === 'asc' ? 'ascending' : 'descending';
}
