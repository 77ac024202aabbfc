import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';

import { longestOutcome } from '#domain/rounds/plan.ts';
import type { Cycle } from '#domain/rounds/round.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import classes from './rounds.module.css';
import { useNoteOutcome } from './save-round.ts';

type Props = { hotelId: number; cycle: Cycle };

/** Shows the outcome of an ended cycle in a field, so that people can change it. */
export function CycleOutcome({ hotelId, cycle: { id, number, outcome } }: Props) {
  const [words, setWords] = useState<string>();
  const isOnline = useIsOnline();
  const { mutate, isPending } = useNoteOutcome(hotelId);
  if (words === undefined)
    return (
      <>
        {outcome && <p className={classes.open}>{outcome}</p>}
        <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setWords(outcome)}>
          {outcome ? 'Change the outcome' : `Note the outcome of cycle ${number}`}
        </Button>
      </>
    );
  const save = () =>
    mutate(
      { id, outcome: words },
      {
        onSuccess: () => setWords(undefined),
        onError: (error) => toast.error('Failed to save the outcome', whyFailed(error)),
      },
    );
  return (
    <>
      <Textarea
        label={`Outcome of cycle ${number}`}
        description={isOnline ? undefined : 'This needs a connection'}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        maxLength={longestOutcome}
        autosize
        maxRows={12}
        w="100%"
      />
      <Button size="compact-md" disabled={!isOnline} loading={isPending} onClick={save}>
        Save outcome
      </Button>
    </>
  );
}
