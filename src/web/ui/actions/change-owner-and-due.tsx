import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import type { Action } from '#domain/actions/action.ts';
import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { accountsQuery } from '#web/offline/accounts.ts';
import { consultantsQuery } from '#web/offline/consultants.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import { DateField } from '#web/ui/date-field.tsx';
import classes from './action-dialog.module.css';
import { messageAt, useActionActs, type ActionAct } from './change-action.ts';

type Props = { action: Action; onDone: () => void };
type Owner = { kind: 'user' | 'contact'; id: number };

/** Changes who does it, and until when. */
export function ChangeOwnerAndDue({ action, onDone }: Props) {
  const isOnline = useIsOnline();
  const { mutate, isPending, error } = useActionActs(action, {
    onDone,
    fields: ['owner.id', 'owner', 'dueOn'],
  });
  const before = action.owner?.id ? keyOf({ ...action.owner, id: action.owner.id }) : null;
  const [owner, setOwner] = useState(before);
  const [dueOn, setDueOn] = useState(action.dueOn);
  const choices = useOwners(action);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const acts: ActionAct[] = [
      ...(owner === before
        ? []
        : [{ kind: 'owner' as const, owner: owner === null ? null : readKey(owner), text: '' }]),
      ...(dueOn === action.dueOn ? [] : [{ kind: 'due' as const, dueOn, text: '' }]),
    ];
    if (acts.length === 0) onDone();
    else mutate(acts);
  };
  const ownerError = messageAt(error, 'owner.id') ?? messageAt(error, 'owner');
  const dueError = messageAt(error, 'dueOn');
  return (
    <form className={classes.changing} aria-label="Change owner or due date" onSubmit={save}>
      <Select
        label="Owner"
        placeholder="Nobody"
        data={choices}
        value={owner}
        onChange={setOwner}
        searchable
        clearable
        data-autofocus
        limit={200}
        nothingFoundMessage="Nobody found"
        {...(ownerError !== undefined && { error: ownerError })}
      />
      <DateField
        label="Due"
        value={dueOn}
        onChange={setDueOn}
        {...(dueError !== undefined && { error: dueError })}
      />
      <Button type="submit" disabled={!isOnline || dueOn === ''} loading={isPending}>
        Save
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Cancel
      </Button>
      {!isOnline && <span className={classes.soft}>Saving needs a connection.</span>}
    </form>
  );
}

const keyOf = ({ kind, id }: Owner) => `${kind}:${id}`;

function readKey(key: string): Owner {
  const [kind, id] = key.split(':');
  return { kind: kind === 'contact' ? 'contact' : 'user', id: Number(id) };
}

/** Returns who can be chosen: the caller, the present owner, and everybody whose name they may read. */
function useOwners({ owner }: Pick<Action, 'owner'>) {
  const person = useCurrentUser();
  const consultants = useQuery(consultantsQuery).data?.value ?? [];
  const accounts = useQuery({ ...accountsQuery, enabled: can(person, 'users.manage') }).data?.value;
  const people = accounts?.filter(({ isActive }) => isActive) ?? consultants;
  const labels = new Map<string, string>([
    [keyOf({ kind: 'user', id: person.id }), `${person.name} (you)`],
  ]);
  const offer = (one: Owner, name: string) => {
    if (!labels.has(keyOf(one))) labels.set(keyOf(one), name);
  };
  if (owner?.id) offer({ kind: owner.kind, id: owner.id }, owner.name);
  for (const { id, name } of people) offer({ kind: 'user', id }, name);
  return [...labels].map(([value, label]) => ({ value, label }));
}
