import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import { dueReplySchema, mostDueAtOnce, type ActionRow } from '#domain/actions/action.ts';
import { call, reasonOf } from '#web/lib/api.ts';
import { countWords, formatDay } from '#web/lib/format.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { refreshActions } from '#web/offline/readings/actions-reading.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import classes from './actions-screen.module.css';

type Props = { chosen: readonly ActionRow[]; onDone: () => void };

/** Shows the form that sets the due date of the chosen actions. The server changes all of them or none. */
export function SetDue({ chosen, onDone }: Props) {
  const isOnline = useIsOnline();
  const [dueOn, setDueOn] = useState('');
  const { mutate, isPending, error } = useSetDue(onDone);
  const isTooMany = chosen.length > mostDueAtOnce;
  const set = (event: SubmitEvent) => {
    event.preventDefault();
    if (isOnline && dueOn !== '' && !isTooMany)
      mutate({ dueOn, actions: chosen.map(({ id, version }) => ({ id, version })) });
  };
  return (
    <form className={classes.chosen} aria-label="Chosen actions" onSubmit={set}>
      <strong role="status">{countWords(chosen.length, 'action')} chosen</strong>
      <DateField label="Due date" value={dueOn} onChange={setDueOn} />
      <Button type="submit" disabled={!isOnline || dueOn === '' || isTooMany} loading={isPending}>
        Set due date
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Choose none
      </Button>
      {isTooMany && <span>Choose at most {mostDueAtOnce} at a time.</span>}
      {!isOnline && <span>Setting due dates needs a connection.</span>}
      {error && (
        <span role="alert" className={classes.refusal}>
          {reasonOf(error)}
        </span>
      )}
    </form>
  );
}

type Due = { dueOn: string; actions: { id: number; version: number }[] };

function useSetDue(onDone: () => void) {
  const client = useQueryClient();
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: (due: Due) =>
      call({
        method: 'POST',
        path: '/api/actions/due',
        body: { ...due, clientId: keyOf(due) },
        schema: dueReplySchema,
      }),
    onSuccess: (_, { actions, dueOn }) => {
      toast.success('Due date set', `${countWords(actions.length, 'action')}: ${formatDay(dueOn)}`);
      onDone();
    },
    onSettled: () => refreshActions(client),
  });
}
