import { Button, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import { longestActionText, type Action } from '#domain/actions/action.ts';
import { contactsQuery } from '#web/offline/readings/contacts-reading.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import classes from './action-dialog.module.css';
import { messageAt, useActionActs, type ActionAct } from './change-action.ts';
import { usePeople } from './use-people.ts';

type Props = { action: Action; onDone: () => void };
type Owner = { kind: 'user' | 'contact'; id: number };

/** Shows the form that changes what will be done, who does it, and until when. */
export function ChangePlan({ action, onDone }: Props) {
  const isOnline = useIsOnline();
  const { mutate, isPending, error } = useActionActs(action, {
    onDone,
    fields: ['what', 'owner.id', 'owner', 'dueOn'],
  });
  const [plan, setPlan] = useState(() => planOf(action));
  // Use the latest state, because a field may report its value after another field has changed and before the
  // next render.
  const change = (of: Partial<typeof plan>) => setPlan((now) => ({ ...now, ...of }));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const acts = actsFor(plan, action);
    if (acts.length === 0) onDone();
    else mutate(acts);
  };
  return (
    <form className={classes.changing} aria-label="Change the plan" onSubmit={save}>
      <Textarea
        label="What will be done"
        value={plan.what}
        onChange={(event) => change({ what: event.currentTarget.value })}
        maxLength={longestActionText}
        className={classes.what ?? ''}
        autosize
        minRows={1}
        maxRows={6}
        ref={focusOn}
        error={messageAt(error, 'what') ?? null}
      />
      <Select
        label="Owner"
        placeholder="Nobody"
        data={useOwners(action)}
        value={plan.owner}
        onChange={(owner) => change({ owner })}
        searchable
        clearable
        limit={200}
        nothingFoundMessage="Nobody found"
        error={messageAt(error, 'owner.id') ?? messageAt(error, 'owner') ?? null}
      />
      <DateField
        label="Due"
        value={plan.dueOn}
        onChange={(dueOn) => change({ dueOn })}
        error={messageAt(error, 'dueOn') ?? null}
      />
      <Button type="submit" disabled={!isOnline || plan.dueOn === ''} loading={isPending}>
        Save
      </Button>
      <Button variant="subtle" onClick={onDone}>
        Cancel
      </Button>
      {!isOnline && <span className={classes.soft}>Saving needs a connection.</span>}
    </form>
  );
}

/** Returns the form's values for an action. The owner is the key of a choice. */
function planOf({ what, owner, dueOn }: Action) {
  return { what, owner: owner?.id ? keyOf({ kind: owner.kind, id: owner.id }) : null, dueOn };
}

/** Returns the events that store the form's changes: one for each changed field. */
function actsFor(plan: ReturnType<typeof planOf>, action: Action): ActionAct[] {
  const before = planOf(action);
  const { what, owner, dueOn } = plan;
  return [
    ...(what.trim() === before.what ? [] : [{ kind: 'what' as const, what, text: '' }]),
    ...(owner === before.owner
      ? []
      : [{ kind: 'owner' as const, owner: owner === null ? null : readKey(owner), text: '' }]),
    ...(dueOn === before.dueOn ? [] : [{ kind: 'due' as const, dueOn, text: '' }]),
  ];
}

const keyOf = ({ kind, id }: Owner) => `${kind}:${id}`;

function readKey(key: string): Owner {
  const [kind, id] = key.split(':');
  return { kind: kind === 'contact' ? 'contact' : 'user', id: Number(id) };
}

/** Returns the people to choose from: the present owner, the hotel's contacts, and those of {@link usePeople}. */
function useOwners({ owner, hotelId, hotelName }: Pick<Action, 'owner' | 'hotelId' | 'hotelName'>) {
  const [own, ...others] = usePeople();
  const contacts = useQuery(contactsQuery(hotelId)).data?.value ?? [];
  const labels = new Map<string, string>();
  const offer = (one: Owner, name: string) => {
    if (!labels.has(keyOf(one))) labels.set(keyOf(one), name);
  };
  offer({ kind: 'user', id: own.id }, own.name);
  if (owner?.id) offer({ kind: owner.kind, id: owner.id }, owner.name);
  for (const { id, name, jobTitle, isActive } of contacts)
    if (isActive) offer({ kind: 'contact', id }, `${name}, ${jobTitle || hotelName}`);
  for (const { id, name } of others) offer({ kind: 'user', id }, name);
  return [...labels].map(([value, label]) => ({ value, label }));
}
