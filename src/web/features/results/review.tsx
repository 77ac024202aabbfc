import { Button } from '@mantine/core';
import { useState } from 'react';

import { can } from '#domain/people/person.ts';
import { type ResponseDetail } from '#domain/responses/response.ts';
import { reviewReasons } from '#domain/responses/review-reasons.ts';
import { canReassign, needsReview } from '#domain/responses/review.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { HotelFilter } from '#web/ui/filters/hotel-filter.tsx';
import { useReview } from './review-response.ts';
import classes from './review.module.css';

type Props = { response: ResponseDetail; onDone: () => void };

const decideWords = 'Accept counts it as it is. Reassign counts it for another hotel.';

/**
 * Shows why a response was flagged and who reviewed it. People who may review it can decide here.
 */
export function Review({ response, onDone }: Props) {
  const mayReview = can(useCurrentUser(), 'responses.review');
  return (
    <section className={classes.review} aria-label="Review">
      <ul className={classes.reasons}>
        {response.reviewReasons.map((reason) => (
          <li key={reason}>
            {reviewReasons[reason].text}
            {reason === 'evidence-missing' && response.evidenceReason && (
              <> The interviewer’s reason: “{response.evidenceReason}”</>
            )}
          </li>
        ))}
      </ul>
      {!response.counts && (
        <p className={classes.reason}>
          It does not count in any figure yet. {whyNot(response)}{' '}
          {mayReview ? decideWords : 'An Admin or an Assessor decides.'}
        </p>
      )}
      {response.reviewedAt !== null && (
        <p className={classes.reviewed}>
          Reviewed by {response.reviewedBy ?? 'someone who has left'},{' '}
          {formatMoment(response.reviewedAt)}
        </p>
      )}
      {needsReview(response) && mayReview && <Decide response={response} onDone={onDone} />}
    </section>
  );
}

function whyNot({ reviewReasons: reasons }: ResponseDetail): string {
  if (reasons.includes('round-approved'))
    return 'While its round is approved, an Admin accepts it.';
  if (reasons.includes('revises-nothing')) return 'It may be the same interview once more.';
  return 'Its sender has no access to the hotel and had none when the interview began.';
}

function Decide({ response, onDone }: Props) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useReview(response, onDone);
  const [isChoosing, setChoosing] = useState<boolean>();
  const [hotelId, setHotelId] = useState<number>();
  if (!isOnline) return <p className={classes.reviewed}>Reviewing needs a connection.</p>;
  if (isChoosing)
    return (
      <div className={classes.acts}>
        <div className={classes.hotel} ref={focusOn} tabIndex={-1}>
          <HotelFilter
            label="Hotel it belongs to"
            placeholder="Search hotels"
            value={hotelId}
            onChange={setHotelId}
          />
        </div>
        <Button
          disabled={hotelId === undefined}
          loading={isPending}
          onClick={() => hotelId !== undefined && mutate({ decision: 'reassign', hotelId })}
        >
          Reassign
        </Button>
        <Button variant="subtle" onClick={() => setChoosing(false)}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div className={classes.acts}>
      <Button loading={isPending} onClick={() => mutate({ decision: 'accept' })}>
        Accept
      </Button>
      {canReassign(response) && (
        <Button
          ref={isChoosing === false ? focusOn : null}
          variant="default"
          onClick={() => setChoosing(true)}
        >
          Reassign to a hotel
        </Button>
      )}
    </div>
  );
}
