import { Button, Textarea } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';

import { longestReviewRemark, type ReviewRemark } from '#domain/rounds/returned.ts';
import { countWords, formatMoment } from '#web/lib/format.ts';
import { askToDiscard } from '#web/lib/use-unsaved-guard.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { useRemark, useResolve } from './read-round.ts';
import classes from './reviews.module.css';

/** The most remarks on one question that are not folded: the latest. */
const mostUnfolded = 5;

type Props = {
  responseId: number;
  /** Null for the whole response. */
  questionId: number | null;
  /** What the remarks are about, for screen readers: "question 7". */
  about: string;
  /** All remarks of the response. */
  remarks: readonly ReviewRemark[];
  mayRemark: boolean;
};

/** Shows the remarks on one question, and a field for the next one. */
export function Remarks({ remarks, questionId, mayRemark, ...props }: Props) {
  const own = remarks.filter((remark) => remark.questionId === questionId);
  const earlier = own.slice(0, -mostUnfolded);
  const list = (some: readonly ReviewRemark[]) => (
    <ul>
      {some.map((remark) => (
        <Remark key={remark.id} {...props} remark={remark} mayResolve={mayRemark} />
      ))}
    </ul>
  );
  return (
    <div className={classes.remarks}>
      {earlier.length > 0 && (
        <details>
          <summary>{countWords(earlier.length, 'earlier remark')}</summary>
          {list(earlier)}
        </details>
      )}
      {own.length > 0 && list(own.slice(-mostUnfolded))}
      {mayRemark && <AddRemark {...props} questionId={questionId} />}
    </div>
  );
}

type RemarkProps = Pick<Props, 'responseId' | 'about'> & {
  remark: ReviewRemark;
  mayResolve: boolean;
};

function Remark({ responseId, about, remark, mayResolve }: RemarkProps) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useResolve(responseId);
  const { id, text, author, at, resolvedAt } = remark;
  const isOpen = resolvedAt === null;
  return (
    <li data-open={isOpen}>
      <p className={classes.note}>{text}</p>
      <span className={classes.soft}>
        {author}, {formatMoment(at)}
        {!isOpen && ' · Resolved'}
      </span>
      {mayResolve && isOpen && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Resolve the remark on ${about}`}
          disabled={!isOnline}
          loading={isPending}
          onClick={() => mutate({ id, resolved: true })}
        >
          Resolve
        </Button>
      )}
    </li>
  );
}

type AddProps = Pick<Props, 'responseId' | 'questionId' | 'about'>;

function AddRemark({ responseId, questionId, about }: AddProps) {
  const isOnline = useIsOnline();
  const [text, setText] = useState<string>();
  const { mutate, isPending } = useRemark(responseId, () => setText(undefined));
  if (text === undefined)
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconMessagePlus size={16} aria-hidden />}
        aria-label={`Remark on ${about}`}
        onClick={() => setText('')}
      >
        {questionId === null ? 'Remark on the whole interview' : 'Remark'}
      </Button>
    );
  const send = () => {
    if (text.trim() !== '' && isOnline) mutate({ questionId, text });
  };
  const leave = async () => {
    if (text.trim() === '' || (await askToDiscard())) setText(undefined);
  };
  return (
    <div className={classes.field}>
      <Textarea
        aria-label={`Remark on ${about}`}
        description="Press Enter to save. The sender sees it when the response is returned."
        autosize
        maxRows={12}
        ref={focusOn}
        maxLength={longestReviewRemark}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') void leave();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <Button
        size="xs"
        disabled={text.trim() === '' || !isOnline}
        loading={isPending}
        onClick={send}
      >
        Store remark
      </Button>
      <Button size="xs" variant="subtle" onClick={() => setText(undefined)}>
        Cancel
      </Button>
      {!isOnline && <span className={classes.soft}>A remark needs a connection.</span>}
    </div>
  );
}
