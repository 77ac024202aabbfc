import { Button, Select, Skeleton, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import { longestClaim, notApplicable } from '#domain/appeals/claim.ts';
import { responseDetailSchema, type AskedQuestion } from '#domain/responses/response.ts';
import { countWords } from '#web/lib/format.ts';
import { cachedQuery } from '#web/offline/readings/cached-query.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { mustFill } from '#web/ui/must-fill.ts';
import { RefusedHere } from '#web/ui/notices/refused-here.tsx';
import { countText } from '#web/ui/text-count.ts';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import { errorAt, errorElsewhere, useFileAppeal } from './use-appeals.ts';
import classes from './appeals.module.css';

type Props = {
  responseId: number;
  questionId: number;
  about: string;
  onFiled: () => void;
  onCancel: () => void;
};

/**
 * Shows the form of an appeal. The text stays while there is no connection, and when the server refuses the
 * appeal.
 */
export function AppealForm({ responseId, questionId, about, onFiled, onCancel }: Props) {
  const isOnline = useIsOnline();
  const [wanted, setWanted] = useState<string | null>(null);
  const [claim, setClaim] = useState('');
  const { mutate, isPending, error } = useFileAppeal(onFiled);
  const form = useFocusAfter<HTMLFormElement>(isPending);
  const length = claim.trim().length;
  const isReady = isOnline && wanted !== null && length > 0 && length <= longestClaim;
  const file = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    mutate({ responseId, questionId, wanted: readWanted(wanted), claim: claim.trim() });
  };
  return (
    <form
      className={classes.form}
      aria-label={`Appeal ${about}`}
      tabIndex={-1}
      ref={form}
      onSubmit={file}
    >
      <Wanted
        {...{ responseId, questionId, wanted }}
        error={errorAt(error, 'wanted')}
        onWanted={setWanted}
      />
      <Textarea
        className={classes.wide ?? ''}
        label="Why is the answer wrong?"
        {...mustFill}
        autosize
        minRows={3}
        maxRows={12}
        {...countText(claim, longestClaim)}
        {...(errorAt(error, 'claim') && { error: errorAt(error, 'claim') })}
        value={claim}
        onChange={(event) => setClaim(event.currentTarget.value)}
      />
      <RefusedHere
        title="The appeal was not filed"
        error={errorElsewhere(error, ['wanted', 'claim'])}
      />
      <Button size="xs" type="submit" disabled={!isReady} loading={isPending}>
        File appeal
      </Button>
      <Button size="xs" variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
      {!isOnline && <span className={classes.soft}>Filing an appeal needs a connection.</span>}
    </form>
  );
}

const readWanted = (value: string) => (value === notApplicable ? notApplicable : Number(value));

type WantedProps = Pick<Props, 'responseId' | 'questionId'> & {
  wanted: string | null;
  error: string | undefined;
  onWanted: (wanted: string | null) => void;
};

/** Offers the answers that the question can have, without the one that it has. */
function Wanted({ responseId, questionId, wanted, error, onWanted }: WantedProps) {
  const reading = useQuery(
    cachedQuery({ path: `/api/responses/${responseId}`, schema: responseDetailSchema }),
  );
  const question = reading.data?.value.questions.find(({ id }) => id === questionId);
  if (reading.error && !question)
    return (
      <LoadError
        title="The answers could not be loaded"
        error={reading.error}
        onRetry={() => void reading.refetch()}
      />
    );
  if (!question) return <Skeleton className={classes.wide ?? ''} height={60} />;
  return (
    <Select
      className={classes.wide ?? ''}
      label="What should the answer be?"
      {...mustFill}
      ref={focusOn}
      data={choicesOf(question)}
      value={wanted}
      onChange={onWanted}
      {...(error !== undefined && { error })}
    />
  );
}

function choicesOf({ answers, answerId, notApplicable: isNa, allowNa }: AskedQuestion) {
  const options = answers
    .filter(({ id }) => isNa || id !== answerId)
    .map(({ id, text, score }) => ({
      value: String(id),
      label: `${text} (${countWords(score, 'point')})`,
    }));
  return allowNa && !isNa
    ? [...options, { value: notApplicable, label: 'Not applicable' }]
    : options;
}
