import { IconCircleCheck, IconFlag } from '@tabler/icons-react';

import { reviewReasons } from '#domain/responses/review-reasons.ts';
import type { ResultRow } from '#domain/results/results.ts';
import { needsReview } from '#domain/responses/review.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { NotCounted } from '#web/ui/notices/not-counted.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { flagTone } from '#web/ui/theme/tones.ts';
import classes from './review.module.css';

/** Shows why a response was flagged and whether it counts, until somebody has reviewed it. */
export function ReviewFlags({
  response,
}: {
  response: Pick<ResultRow, 'reviewReasons' | 'reviewedAt' | 'counts'>;
}) {
  if (!needsReview(response)) return null;
  return (
    <div className={classes.flags}>
      <NotCounted counts={response.counts} />
      {response.reviewReasons.map((reason) => (
        <StatusBadge key={reason} tone={flagTone} icon={<IconFlag size={14} aria-hidden />}>
          {reviewReasons[reason].name}
        </StatusBadge>
      ))}
    </div>
  );
}

export function NothingToReview() {
  return (
    <Empty
      icon={<IconCircleCheck size={26} stroke={1.6} aria-hidden />}
      title="Nothing is flagged"
      text="Responses show here when their hotel, their survey or the device’s clock had changed by the time they arrived."
    />
  );
}
