import { Alert } from '@mantine/core';
import { IconInfoCircle, IconMessage } from '@tabler/icons-react';

import type { ReviewRemark } from '#domain/rounds/returned.ts';
import { formatDate, formatMoment } from '#web/lib/format.ts';
import type { DraftReturned } from '#web/offline/store/returned-records.ts';
import { useStillReturned } from '#web/offline/readings/returned-reading.ts';

import classes from '#web/features/interviews/interview.module.css';

/** Shows who returned the response, the remarks on it as a whole, and whether it is still returned. */
export function ReturnedAlert({ returned }: { returned: DraftReturned }) {
  const { returnedBy, returnedAt, reviewRemarks } = returned;
  const still = useStillReturned(returned);
  const onWhole = reviewRemarks.filter(({ questionId }) => questionId === null);
  return (
    <>
      <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="Returned to you">
        {returnedBy} returned this response on {formatDate(returnedAt)}. The remarks are beside
        their questions. Complete it to send your correction.
        <RemarkList remarks={onWhole} />
      </Alert>
      {still === 'not' && (
        <Alert
          color="orange"
          icon={<IconInfoCircle aria-hidden />}
          title="No longer returned to you"
        >
          This response was approved or corrected elsewhere since, or the return was taken back. If
          you complete this correction, it is kept for a reviewer, and changes nothing by itself.
        </Alert>
      )}
      {still === 'again' && (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="Returned once more">
          This response was returned again since you began. Abandon this correction to begin with
          what is stored now. If it was corrected on another device meanwhile and you complete this
          one, yours is kept for a reviewer, and changes nothing by itself.
        </Alert>
      )}
    </>
  );
}

type OnQuestion = { returned: DraftReturned | undefined; questionId: number };

/** Shows the reviewers' remarks on one question; nothing when there are none. */
export function RemarksOnQuestion({ returned, questionId }: OnQuestion) {
  const remarks = returned?.reviewRemarks.filter((remark) => remark.questionId === questionId);
  return <RemarkList remarks={remarks ?? []} />;
}

function RemarkList({ remarks }: { remarks: readonly ReviewRemark[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className={classes.reviewRemarks} aria-label="Remarks of the review">
      {remarks.map(({ id, text, author, at }) => (
        <li key={id}>
          <IconMessage size={18} aria-hidden />
          <div>
            <p className={classes.reviewRemark} dir="auto">
              {text}
            </p>
            <p className={classes.lastNote}>
              {author}, {formatMoment(at)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
