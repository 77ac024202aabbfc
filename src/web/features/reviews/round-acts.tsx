import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';

import { can } from '#domain/people/person.ts';
import { plural } from '#domain/plural.ts';
import type { RoundReview } from '#domain/rounds/review.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Acts } from './acts.tsx';
import { MakeReassessment } from './make-reassessment.tsx';
import { useRoundAct } from './read-round.ts';
import classes from './reviews.module.css';

/** Shows what this person can do with the round now: submit, approve or reopen it. */
export function RoundActs({ round }: { round: RoundReview }) {
  const person = useCurrentUser();
  const isOnline = useIsOnline();
  const { mutate, isPending } = useRoundAct(round.id);
  const { approvedAt, status, responses, isOwn } = round;
  const canBegin = status !== 'planned' && status !== 'cancelled' && responses > 0;
  const mayApprove = can(person, 'rounds.approve');
  const approve = async () => {
    if (await confirm(approvalOf(round))) mutate({ act: 'approve', seen: round.seen });
  };
  if (approvedAt !== null)
    return (
      <>
        {can(person, 'rounds.reopen') && (
          <Acts isOnline={isOnline} what="Reopening">
            <Reopen round={round} />
          </Acts>
        )}
        <MakeReassessment round={round} />
      </>
    );
  if (!canBegin) return null;
  if (mayApprove && !isOwn)
    return (
      <Acts isOnline={isOnline} what="Approving">
        <Button disabled={!isOnline} loading={isPending} onClick={() => void approve()}>
          Approve
        </Button>
      </Acts>
    );
  const note = mayApprove && 'You held all interviews, so somebody else approves it.';
  // A submitted or closed round can only be approved, and only by somebody else.
  if (status !== 'open') return note && <p className={classes.soft}>{note}</p>;
  return (
    <Acts isOnline={isOnline} what="Submitting" note={note}>
      <Button disabled={!isOnline} loading={isPending} onClick={() => mutate({ act: 'submit' })}>
        Submit for approval
      </Button>
    </Acts>
  );
}

function approvalOf({ interviews, responses }: RoundReview) {
  const away = interviews.filter(({ returnedAt }) => returnedAt !== null).length;
  return {
    title: 'Approve this round?',
    message: `${countWords(responses, 'interview')} and ${plural(responses, 'its', 'their')} evidence will be locked. Only an Admin can reopen the round.${
      away > 0
        ? ` ${countWords(away, 'returned response')} ${plural(away, 'is', 'are')} not corrected yet, and later corrections will not be applied.`
        : ''
    }`,
    confirmLabel: 'Approve',
  };
}

function Reopen({ round }: { round: RoundReview }) {
  const isOnline = useIsOnline();
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const close = () => {
    setOpened(false);
    setReason('');
  };
  const { mutate, isPending } = useRoundAct(round.id, close);
  return (
    <>
      <Button variant="default" disabled={!isOnline} onClick={() => setOpened(true)}>
        Reopen
      </Button>
      <Dialog opened={opened} onClose={close} title="Reopen this round?" asksIf="written">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ act: 'reopen', reason });
          }}
        >
          <Textarea
            label="Reason"
            description="It is recorded in the audit trail. The score is provisional until the round is approved again."
            required
            autosize
            minRows={2}
            maxRows={12}
            maxLength={500}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogFoot>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={reason.trim() === ''} loading={isPending}>
              Reopen
            </Button>
          </DialogFoot>
        </form>
      </Dialog>
    </>
  );
}
