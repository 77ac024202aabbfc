import { VisuallyHidden } from '@mantine/core';

import { plural } from '#domain/plural.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './stage-count.module.css';

/** Shows how many hotels a stage has. */
export function StageCount({ count }: { count: number }) {
  return (
    <span className={classes.count}>
      {formatNumber(count)}
      <VisuallyHidden> {plural(count, 'hotel')}</VisuallyHidden>
    </span>
  );
}
