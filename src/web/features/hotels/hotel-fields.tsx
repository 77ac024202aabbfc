import { Autocomplete, Select, Textarea, TextInput, type AutocompleteProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ComponentType, type ReactNode } from 'react';

import {
  declarationOf,
  hotelFieldNames,
  hotelFileFields,
  hotelGroups,
  mayBeBlank,
  type HotelField,
  type HotelFieldKind,
} from '#domain/hotels/hotel-fields.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { scopeOf } from '#domain/people/person.ts';
import { longestFreeText, longestLine } from '#domain/text.ts';
import { stages, statusOnMoveTo } from '#domain/workflow/stages.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { hotelsQuery } from '#web/offline/readings/reads.ts';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { mustFill } from '#web/ui/must-fill.ts';
import { valuesOf } from './find-hotels.ts';
import classes from './hotel-fields.module.css';
import type { HotelForm } from './use-hotel-form.ts';

type Props = {
  form: HotelForm;
  /** The hotel as it was read. Undefined for a new hotel, which has no dates or notes yet. */
  base: Hotel | undefined;
};

/** Shows every field of a hotel, group by group, each with the control of its kind. */
export function HotelFields({ form, base }: Props) {
  const shown: readonly HotelField[] = base ? hotelFieldNames : hotelFileFields;
  return hotelGroups.map((group) => (
    <Group key={group} title={group} columns={group === 'Assessment' ? 2 : 3}>
      {hotelFieldNames
        .filter((field) => shown.includes(field) && declarationOf(field).group === group)
        .map((field) => {
          const Control = controls[declarationOf(field).kind];
          return <Control key={field} form={form} base={base} field={field} />;
        })}
    </Group>
  ));
}

type GroupProps = { title: string; columns?: 2 | 3; children: ReactNode };

function Group({ title, columns = 3, children }: GroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>{title}</legend>
      <div className={classes.fields} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  );
}

type ControlProps = Props & { field: HotelField };

function Line({ form, field }: ControlProps) {
  const { label, isWide, isSuggested } = declarationOf(field);
  const input = {
    label,
    ...(!mayBeBlank(field) && mustFill),
    maxLength: longestLine,
    autoComplete: 'off',
    // The dialog begins at its first field.
    'data-autofocus': field === hotelFieldNames[0] || undefined,
    ...form.getInputProps(field),
  };
  return (
    <div className={classes.field} data-wide={isWide}>
      {isSuggested ? <Suggesting field={field} {...input} /> : <TextInput {...input} />}
    </div>
  );
}

/** Shows a text field that suggests the values of other hotels. The person may enter any other text. */
function Suggesting({ field, ...input }: AutocompleteProps & { field: HotelField }) {
  const hotels = useQuery(hotelsQuery).data?.value;
  const values = useMemo(() => valuesOf(hotels ?? [], field), [hotels, field]);
  // A list that opens on focus would open at every field when a person goes through by Tab.
  return <Autocomplete {...input} data={values} limit={mostSuggested} openOnFocus={false} />;
}

/**
 * The most values to suggest. A chain may have hundreds of brands, and typing more letters finds the right one.
 */
const mostSuggested = 50;

/**
 * Shows a choice. Choosing a stage also sets that stage's default status in the form, where the person can
 * change it.
 */
function Choice({ form, field }: ControlProps) {
  const choose = (value: string) => {
    form.setFieldValue(field, value);
    const stage = field === 'stage' && stages.find((one) => one === value);
    const status = stage && statusOnMoveTo(stage);
    if (status) form.setFieldValue('status', status);
  };
  return <List {...{ form, field, choose }} items={declarationOf(field).choices ?? []} />;
}

type ListProps = {
  form: HotelForm;
  field: HotelField;
  items: readonly (string | { value: string; label: string })[];
  choose?: (value: string) => void;
  /** The placeholder while nothing is chosen. */
  nothing?: string;
};

function List({ form, field, items, choose, nothing = 'Not set' }: ListProps) {
  const canClear = mayBeBlank(field);
  return (
    <Select
      label={declarationOf(field).label}
      placeholder={canClear ? nothing : undefined}
      {...(!canClear && mustFill)}
      allowDeselect={canClear}
      clearable={canClear}
      searchable={items.length > 8}
      data={[...items]}
      {...form.getInputProps(field)}
      value={form.getValues()[field] || null}
      onChange={(next: string | null) =>
        choose ? choose(next ?? '') : form.setFieldValue(field, next ?? '')
      }
    />
  );
}

function Consultant({ form, base, field }: ControlProps) {
  const person = useCurrentUser();
  const { consultants, nameConsultant } = useConsultants();
  if (!base && scopeOf(person).kind === 'assigned')
    return (
      <TextInput
        label={declarationOf(field).label}
        description="A hotel that you add is yours"
        value={person.name}
        disabled
        readOnly
      />
    );
  const chosen = form.getValues()[field];
  const known = consultants.map(({ id, name }) => ({ value: String(id), label: name }));
  const unknown =
    chosen !== '' && !known.some(({ value }) => value === chosen)
      ? [{ value: chosen, label: nameConsultant(Number(chosen)) ?? '' }]
      : [];
  return <List {...{ form, field }} items={[...known, ...unknown]} nothing="Not assigned" />;
}

function Notes({ form, field }: ControlProps) {
  return (
    <div className={classes.field} data-wide="all">
      <Textarea
        label={declarationOf(field).label}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={longestFreeText}
        {...form.getInputProps(field)}
      />
    </div>
  );
}

/**
 * Shows a date. It can be edited while the hotel is in the date's stage, before or after the change
 * in this form.
 */
function Day({ form, base, field }: ControlProps) {
  const { label, stage } = declarationOf(field);
  const values = form.getValues();
  const isOpen = base?.stage === stage || values.stage === stage;
  const isChanged = values[field] !== (base?.[field] ?? '');
  return (
    <DateField
      label={label}
      description={isOpen ? undefined : `Can be set while the hotel is in ${stage}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      readOnly={!isOpen && !isChanged}
      classNames={isOpen || isChanged ? {} : { input: classes.locked ?? '' }}
      {...form.getInputProps(field)}
    />
  );
}

/** The control for each kind of field. A new kind does not compile until it has one. */
const controls = {
  line: Line,
  choice: Choice,
  consultant: Consultant,
  day: Day,
  notes: Notes,
} satisfies Record<HotelFieldKind, ComponentType<ControlProps>>;
