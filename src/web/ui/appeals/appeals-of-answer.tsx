import { Button, Textarea } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import {
  longestAppealReason,
  type Appeal,
  type Appeals,
  type AppealStatus,
} from '#domain/appeals/appeal.ts';
import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatMoment } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { countText } from '#web/ui/text-count.ts';
import { flagTone, type Tone } from '#web/ui/theme/tones.ts';
import { AppealForm } from './appeal-form.tsx';
import { errorAt, useDecideAppeal, useWithdrawAppeal } from './use-appeals.ts';
import classes from './appeals.module.css';

type Props = {
  responseId: number;
  questionId: number;
  /** The answer, for screen readers: "question 7 of Rosa". */
  about: string;
  appeals: Appeals;
  /** True when the answer lost points, so that there is something to appeal. */
  hasLost: boolean;
};

/** Shows the appeals of one answer, and the form for the next one while one can be filed. */
export function AppealsOfAnswer({ appeals: { list, until, canFile }, hasLost, ...props }: Props) {
  const { responseId, questionId } = props;
  const [form, setForm] = useState<'new' | 'open' | 'cancelled' | 'filed'>('new');
  const box = useRef<HTMLDivElement>(null);
  const isFiling = form === 'open';
  const own = list.filter((one) => one.responseId === responseId && one.questionId === questionId);
  const mayFile = canFile && hasLost && !own.some(({ status }) => status === 'open');
  if (own.length === 0 && !mayFile && !isFiling) return null;
  return (
    <div
      className={classes.appeals}
      role="group"
      aria-label={`Appeals of ${props.about}`}
      tabIndex={-1}
      ref={box}
    >
      {own.length > 0 && (
        <ul>
          {own.map((appeal) => (
            <OneAppeal
              key={appeal.id}
              appeal={appeal}
              about={props.about}
              isReopened={until === null}
            />
          ))}
        </ul>
      )}
      {canFile && isFiling && (
        <AppealForm
          {...props}
          onFiled={() => {
            setForm('filed');
            focusOn(box.current);
          }}
          onCancel={() => setForm('cancelled')}
        />
      )}
      {mayFile && !isFiling && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconScale size={16} aria-hidden />}
            aria-label={`Appeal ${props.about}`}
            ref={form === 'cancelled' ? focusOn : null}
            onClick={() => setForm('open')}
          >
            Appeal
          </Button>
        </div>
      )}
    </div>
  );
}

const statusWords: Readonly<Record<AppealStatus, string>> = {
  open: 'Appeal open',
  upheld: 'Appeal upheld',
  rejected: 'Appeal rejected',
  withdrawn: 'Appeal withdrawn',
};
const statusTones: Readonly<Record<AppealStatus, Tone>> = {
  open: flagTone,
  upheld: 'good',
  rejected: 'neutral',
  withdrawn: 'neutral',
};

type OneProps = Pick<Props, 'about'> & {
  appeal: Appeal;
  /** True while the round is not approved, so that nobody can decide the appeal. */
  isReopened: boolean;
};

function OneAppeal({ appeal, about, isReopened }: OneProps) {
  const person = useCurrentUser();
  const { status, wantedText, claim, filedBy, filedAt, closedBy, closedAt, reason } = appeal;
  const isOpen = status === 'open';
  const isBarred = isOpen && !appeal.canDecide && can(person, 'appeals.decide');
  return (
    <li className={classes.appeal} data-open={isOpen}>
      <div className={classes.line}>
        <StatusBadge tone={statusTones[status]}>{statusWords[status]}</StatusBadge>
        <span className={classes.soft}>
          {filedBy}, {formatMoment(filedAt)}
        </span>
      </div>
      <p>
        The answer should be: <b>{wantedText}</b>
      </p>
      <p>{claim}</p>
      {closedAt !== null && (
        <p className={classes.soft}>
          {closedBy}, {formatMoment(closedAt)}
          {reason !== null && `: ${reason}`}
        </p>
      )}
      {appeal.canDecide && <Decide appeal={appeal} about={about} />}
      {isBarred && (
        <span className={classes.soft}>
          {isReopened
            ? 'The round was reopened. Its appeals are decided once it is approved again.'
            : 'You held this interview or filed this appeal, so somebody else decides it.'}
        </span>
      )}
      {appeal.canWithdraw && <Withdraw id={appeal.id} about={about} />}
    </li>
  );
}

function Decide({ appeal: { id }, about }: Pick<OneProps, 'appeal' | 'about'>) {
  const isOnline = useIsOnline();
  const [reason, setReason] = useState<string>();
  const [wasCancelled, setCancelled] = useState(false);
  const { mutate, isPending, error } = useDecideAppeal(id, () => setReason(undefined));
  const cancel = () => {
    setReason(undefined);
    setCancelled(true);
  };
  if (reason === undefined)
    return (
      <div>
        <Button
          size="xs"
          variant="default"
          aria-label={`Decide the appeal of ${about}`}
          ref={wasCancelled ? focusOn : null}
          onClick={() => setReason('')}
        >
          Decide
        </Button>
      </div>
    );
  const isReady = isOnline && reason.trim() !== '' && reason.trim().length <= longestAppealReason;
  const decide = (decision: 'upheld' | 'rejected') => mutate({ decision, reason: reason.trim() });
  return (
    <div className={classes.form} role="group" aria-label={`Decide the appeal of ${about}`}>
      <Textarea
        className={classes.wide ?? ''}
        label="Reason"
        required
        autosize
        minRows={2}
        maxRows={12}
        ref={focusOn}
        {...countText(reason, longestAppealReason)}
        {...(errorAt(error, 'reason') && { error: errorAt(error, 'reason') })}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button size="xs" disabled={!isReady} loading={isPending} onClick={() => decide('upheld')}>
        Uphold
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!isReady || isPending}
        onClick={() => decide('rejected')}
      >
        Reject
      </Button>
      <Button size="xs" variant="subtle" onClick={cancel}>
        Cancel
      </Button>
      {!isOnline && <span className={classes.soft}>Deciding needs a connection.</span>}
    </div>
  );
}

function Withdraw({ id, about }: { id: number; about: string }) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useWithdrawAppeal(id);
  return (
    <div className={classes.line}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Withdraw the appeal of ${about}`}
        disabled={!isOnline}
        loading={isPending}
        onClick={() => mutate()}
      >
        Withdraw
      </Button>
      {!isOnline && <span className={classes.soft}>Withdrawing needs a connection.</span>}
    </div>
  );
}
