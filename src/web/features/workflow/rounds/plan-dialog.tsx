import { Button, Checkbox, Group, MultiSelect, Select } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Person } from '#domain/people/person.ts';
import type { NewRound } from '#domain/rounds/plan.ts';
import { roundKinds, roundNames, type Round, type RoundKind } from '#domain/rounds/round.ts';
import { ApiError } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { surveysQuery } from '#web/offline/readings/reads.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showProblem } from '#web/ui/field-errors.ts';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import classes from './rounds.module.css';
import { useChangeRound, usePlanRound } from './save-round.ts';

type Props = {
  hotelId: number;
  /** Undefined for a new round. */
  round?: Round | undefined;
  opened: boolean;
  onClose: () => void;
};

/** Shows the dialog that plans a round of a hotel, opens one at once, or changes a planned one. */
export function PlanDialog({ opened, ...props }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={
        props.round
          ? `Change the ${roundNames[props.round.kind].toLowerCase()} round`
          : 'Plan a round'
      }
      asksIf="written"
      closeOnClickOutside={false}
    >
      <PlanForm {...props} />
    </Dialog>
  );
}

type Values = {
  kind: RoundKind;
  plannedFrom: string;
  plannedTo: string;
  surveyIds: string[];
  people: string[];
  blind: boolean;
};

const kinds = roundKinds.map((value) => ({ value, label: roundNames[value] }));

function PlanForm({ hotelId, round, onClose }: Omit<Props, 'opened'>) {
  const isOnline = useIsOnline();
  const form = useForm<Values>({ initialValues: valuesOf(round) });
  const { save, isPending } = useSave(form, { hotelId, round, onClose });
  return (
    <form
      noValidate
      className={classes.fields}
      onSubmit={form.onSubmit(() => void save('planned'))}
    >
      <NeedsConnection>A round is planned on the server.</NeedsConnection>
      <PlanFields form={form} round={round} />
      <DialogFoot>
        <Group justify="flex-end" gap="sm">
          {!round && (
            <Button
              variant="default"
              disabled={!isOnline || isPending}
              onClick={() => void save('open')}
            >
              Open now
            </Button>
          )}
          <Button type="submit" disabled={!isOnline} loading={isPending}>
            {round ? 'Save plan' : 'Plan round'}
          </Button>
        </Group>
      </DialogFoot>
    </form>
  );
}

/**
 * Returns a function that stores the plan, and closes the dialog when it is stored.
 *
 * After a lost reply the round may be stored already, and the form may have changed since. The server takes a client id
 * with one content alone. So the next press sends the first content again, and then changes the round to what the form
 * says now.
 */
function useSave(
  form: UseFormReturnType<Values>,
  { hotelId, round, onClose }: Omit<Props, 'opened'>,
) {
  // The same for every press, so that a second one after a lost reply stores no second round of this kind.
  const keyOf = useRequestKey();
  const first = useRef<NewRound>(undefined);
  // What the form began with. `round` is read again when the server refuses, because somebody else changed it.
  const [base] = useState(round);
  const plan = usePlanRound(hotelId);
  const change = useChangeRound(hotelId);
  const save = async (status: 'planned' | 'open') => {
    const { kind, ...fields } = inputOf(form.getValues());
    try {
      if (round && base) await change.mutateAsync({ ...round, change: changesOf(fields, base) });
      else {
        const clientId = keyOf(kind);
        const isAgain = first.current?.clientId === clientId;
        if (!isAgain) first.current = { clientId, kind, status, ...fields };
        const stored = await plan.mutateAsync(first.current!).catch((error: unknown) => {
          // Content that is not valid was not stored, so the next press may send another one.
          if (error instanceof ApiError && error.status === 400) first.current = undefined;
          throw error;
        });
        const opens = status === 'open' && stored.status === 'planned';
        const wanted = { ...changesOf(fields, stored), ...(opens && { status }) };
        const isChanged = isAgain && Object.keys(wanted).length > 0;
        sayStored(isChanged ? await change.mutateAsync({ ...stored, change: wanted }) : stored);
      }
      onClose();
    } catch (error) {
      showProblem(form, error, 'Failed to save the round');
    }
  };
  return { save, isPending: plan.isPending || change.isPending };
}

/** Says what was stored. A plan without days is allowed, but somebody may have forgotten them. */
function sayStored({ kind, status, plannedFrom, plannedTo }: Round): void {
  const days = plannedFrom === null && plannedTo === null ? ', its days are not set yet' : '';
  if (status === 'planned') toast.success('Round planned', `${roundNames[kind]}${days}.`);
  else toast.success('Round opened', `${roundNames[kind]}.`);
}

type FieldsProps = { form: UseFormReturnType<Values>; round: Round | undefined };

function PlanFields({ form, round }: FieldsProps) {
  const surveys = useQuery(surveysQuery).data?.value ?? [];
  const people = usePeople(round);
  return (
    <>
      {!round && (
        <Select
          label="Kind"
          data-autofocus
          // The list would open with the dialog, over its other fields.
          openOnFocus={false}
          data={kinds}
          allowDeselect={false}
          {...form.getInputProps('kind')}
        />
      )}
      <div className={classes.days}>
        <DateField label="From" {...form.getInputProps('plannedFrom')} />
        <DateField label="To" {...form.getInputProps('plannedTo')} />
      </div>
      <MultiSelect
        label="Surveys"
        placeholder="Any"
        data={surveys
          .filter(({ id, status }) => status === 'active' || round?.surveyIds?.includes(id))
          .map(({ id, title }) => ({ value: String(id), label: title }))}
        searchable
        {...form.getInputProps('surveyIds')}
      />
      <MultiSelect
        label="Held by"
        placeholder="Anybody"
        data={people}
        searchable
        {...form.getInputProps('people')}
      />
      <Checkbox
        label="Blind: the last answers are not shown"
        {...form.getInputProps('blind', { type: 'checkbox' })}
      />
    </>
  );
}

/** Returns the people to choose from: the signed-in person, those in the round already, and the consultants. */
function usePeople(round: Round | undefined) {
  const { consultants } = useConsultants();
  const self: Person = useCurrentUser();
  const all = [self, ...(round?.people ?? []), ...consultants];
  return [...new Map(all.map(({ id, name }) => [id, { value: String(id), label: name }])).values()];
}

function valuesOf(round: Round | undefined): Values {
  return {
    kind: round?.kind ?? 'onsite',
    plannedFrom: round?.plannedFrom ?? '',
    plannedTo: round?.plannedTo ?? '',
    surveyIds: round?.surveyIds?.map(String) ?? [],
    people: round?.people.map(({ id }) => String(id)) ?? [],
    blind: round?.blind ?? false,
  };
}

type Plan = Omit<ReturnType<typeof inputOf>, 'kind'>;

/**
 * Returns the fields that differ from the round. Others are not sent, so that they stay as somebody else has set
 * them meanwhile.
 */
function changesOf(fields: Plan, round: Round) {
  const { kind: _, ...before } = inputOf(valuesOf(round));
  const isChanged = ([name]: [string, unknown]) => {
    const field = name as keyof typeof before;
    return JSON.stringify(fields[field]) !== JSON.stringify(before[field]);
  };
  return Object.fromEntries(Object.entries(fields).filter(isChanged)) as Partial<typeof fields>;
}

function inputOf({ plannedFrom, plannedTo, surveyIds, people, ...rest }: Values) {
  return {
    ...rest,
    plannedFrom: plannedFrom || null,
    plannedTo: plannedTo || null,
    surveyIds: surveyIds.length > 0 ? surveyIds.map(Number) : null,
    people: people.map(Number),
  };
}
