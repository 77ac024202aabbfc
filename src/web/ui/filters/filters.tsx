import { Button, VisuallyHidden } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';

import { formatNumber } from '#web/lib/format.ts';
import classes from './filters.module.css';

type Props = {
  /** The first element, which is always in sight: the search, or the range of days. */
  lead: ReactNode;
  /** The fields. On a phone and a tablet they are folded behind a button. */
  children: ReactNode;
  /** How many of the fields are set. */
  count: number;
  /** The last element, which is always in sight: something beside the filters that is not a filter. */
  after?: ReactNode;
  /** A class that sets the widths of the fields in a wide window, if they differ from the usual ones. */
  className?: string | undefined;
};

/**
 * Renders the filters of a screen. In a wide window they are in one row. In a narrow one they are folded behind
 * a button that shows how many are set. The stylesheet folds them, so that the first paint is right. Folded
 * fields are `display: none`, so that neither Tab nor a screen reader reaches them.
 */
export function Filters({ lead, children, count, after, className = '' }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={`${classes.filters} ${className}`} aria-label="Filters">
      {lead}
      <Button
        className={classes.button ?? ''}
        variant={count > 0 ? 'light' : 'default'}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
        {count > 0 && (
          <span className={classes.count}>
            {formatNumber(count)}
            <VisuallyHidden> set</VisuallyHidden>
          </span>
        )}
      </Button>
      <div id={id} className={classes.fields} data-open={isOpen}>
        {children}
      </div>
      {after}
    </section>
  );
}
