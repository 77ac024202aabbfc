import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { formatNumber } from '#web/lib/format.ts';
import { pageQuery } from './read-results.ts';
import { filterOf, type ResultsView } from './results-view.ts';
import classes from './review.module.css';

type Props = { view: ResultsView; onChange: (changes: { review: 'needed' | undefined }) => void };

/** Switches to the queue of flagged responses and back, and shows how many it has. */
export function ReviewFilter({ view, onChange }: Props) {
  const [now] = useState(Date.now);
  const isOn = view.review !== undefined;
  const queue = filterOf({ ...view, review: 'needed' }, now);
  const { data: count } = useQuery({
    ...pageQuery({ ...queue, page: 1, sort: 'completedAt', direction: 'desc' }),
    select: ({ value }) => value.total,
  });
  return (
    <Button
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      leftSection={<IconFlag size={18} aria-hidden />}
      onClick={() => onChange({ review: isOn ? undefined : 'needed' })}
    >
      Flagged
      <span className={classes.count}>{count !== undefined && formatNumber(count)}</span>
    </Button>
  );
}
