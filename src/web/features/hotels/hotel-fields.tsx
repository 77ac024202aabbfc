import { Select, Textarea, TextInput } from '@mantine/core';
import { DateField } from '#web/ui/date-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, type ReactNode } from 'react';

import { chainScales, type Hotel } from '#domain/hotels/hotel.ts';
import { scopeOf } from '#domain/people/person.ts';
import { consultantRole } from '#domain/people/roles.ts';
import { longestFreeText } from '#domain/text.ts';
import { hotelStatuses, stages, statusOnMoveTo } from '#domain/workflow/stages.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useConsultants } from '#web/offline/consultants.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { valuesOf } from './find-hotels.ts';
import classes from './hotel-fields.module.css';
import { hotelLabels, type HotelField } from './hotel-form.ts';
import { hotelsQuery } from './read-hotels.ts';
import type { HotelForm } from './use-hotel-form.ts';

type Props = {
  form: HotelForm;
  /** The hotel as it was read; undefined for a new one, which has no dates and notes yet. */
  base: Hotel | undefined;
};

/** Every field of a hotel, in the order in which people think of them. */
export function HotelFields({ form, base }: Props) {
  return (
    <>
      <Group title="Hotel">
        <Line form={form} field="hotelId" isFirst={!base} />
        <Line form={form} field="hotelName" wide />
        <Line form={form} field="hotelChain" suggest="hotelChain" />
        <Line form={form} field="hotelBrand" suggest="hotelBrand" />
        <Choice form={form} field="chainScale" values={chainScales} placeholder="Not set" />
      </Group>
      <Group title="Where it is">
        <Line form={form} field="hotelAddress" wide />
        <Line form={form} field="hotelPostalCode" />
        <Line form={form} field="hotelCity" />
        <Line form={form} field="hotelState" />
        <Line form={form} field="hotelCountry" suggest="hotelCountry" />
        <Line form={form} field="fpgRegion" suggest="fpgRegion" wide />
      </Group>
      <Group title="Who runs it">
        <Line form={form} field="hotelManagementCo" isOptional />
        <Line form={form} field="hotelOwner" isOptional />
        <Consultant form={form} isNew={!base} />
      </Group>
      <Group title="Assessment" columns={2}>
        <StageChoice form={form} />
        <Choice form={form} field="status" values={hotelStatuses} isRequired />
        {base && <DatesAndNotes form={form} base={base} />}
      </Group>
    </>
  );
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

type LineProps = {
  form: HotelForm;
  field: HotelField;
  isOptional?: boolean;
  wide?: boolean;
  /** Where typing begins. */
  isFirst?: boolean;
  /** Offers what other hotels have there: one brand should not have two spellings. */
  suggest?: Parameters<typeof valuesOf>[1];
};

function Line({ form, field, isOptional = false, wide, isFirst, suggest }: LineProps) {
  const id = useId();
  return (
    <div className={classes.field} data-wide={wide}>
      <TextInput
        label={hotelLabels[field]}
        {...(!isOptional && mustFill)}
        maxLength={200}
        autoComplete="off"
        list={suggest && id}
        data-autofocus={isFirst}
        {...form.getInputProps(field)}
      />
      {suggest && <Suggestions id={id} field={suggest} />}
    </div>
  );
}

function Suggestions({ id, field }: { id: string; field: Parameters<typeof valuesOf>[1] }) {
  const hotels = useQuery(hotelsQuery).data?.value;
  const values = useMemo(() => valuesOf(hotels ?? [], field), [hotels, field]);
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </datalist>
  );
}

type ChoiceProps = {
  form: HotelForm;
  field: HotelField;
  values: readonly (string | { value: string; label: string })[];
  placeholder?: string;
  isRequired?: boolean;
  onChoose?: (value: string) => void;
};

function Choice({ form, field, values, placeholder, isRequired = false, onChoose }: ChoiceProps) {
  const choose = onChoose ?? ((next: string) => form.setFieldValue(field, next));
  return (
    <Select
      label={hotelLabels[field]}
      placeholder={placeholder}
      {...(isRequired && mustFill)}
      allowDeselect={!isRequired}
      clearable={!isRequired}
      searchable={values.length > 8}
      data={[...values]}
      {...form.getInputProps(field)}
      value={form.getValues()[field] || null}
      onChange={(next: string | null) => choose(next ?? '')}
    />
  );
}

/** A move brings its status along, where everybody sees it and may still choose another. */
function StageChoice({ form }: { form: HotelForm }) {
  const move = (to: string) => {
    const stage = stages.find((one) => one === to);
    if (!stage) return;
    form.setFieldValue('stage', stage);
    form.setFieldValue('status', statusOnMoveTo(stage) ?? form.getValues().status);
  };
  return <Choice form={form} field="stage" values={stages} isRequired onChoose={move} />;
}

function Consultant({ form, isNew }: { form: HotelForm; isNew: boolean }) {
  const person = useCurrentUser();
  const { consultants, nameConsultant } = useConsultants();
  if (isNew && scopeOf(person).kind === 'assigned')
    return (
      <TextInput
        label={consultantRole}
        description="A hotel that you add is yours"
        value={person.name}
        disabled
        readOnly
      />
    );
  const chosen = form.getValues().serviceConsultantId;
  const known = consultants.map(({ id, name }) => ({ value: String(id), label: name }));
  const unknown =
    chosen !== '' && !known.some(({ value }) => value === chosen)
      ? [{ value: chosen, label: nameConsultant(Number(chosen)) ?? '' }]
      : [];
  return (
    <Choice
      form={form}
      field="serviceConsultantId"
      values={[...known, ...unknown]}
      placeholder="Not assigned"
    />
  );
}

function DatesAndNotes({ form, base }: { form: HotelForm; base: Hotel }) {
  return (
    <>
      <DayOf stage="Virtual Session" field="virtualSessionCompletionDate" {...{ form, base }} />
      <DayOf
        stage="Virtual Re-Assessment"
        field="virtualReAssessmentCompletionDate"
        {...{ form, base }}
      />
      <div className={classes.field} data-wide="all">
        <Textarea
          label={hotelLabels.evaluationNotes}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={longestFreeText}
          {...form.getInputProps('evaluationNotes')}
        />
      </div>
    </>
  );
}

type DayProps = {
  form: HotelForm;
  base: Hotel;
  stage: Hotel['stage'];
  field: 'virtualSessionCompletionDate' | 'virtualReAssessmentCompletionDate';
};

/** Open while the hotel is in its stage, before the change or after it; shown always. */
function DayOf({ form, base, stage, field }: DayProps) {
  const values = form.getValues();
  const isOpen = [base.stage, values.stage].includes(stage);
  const isChanged = values[field] !== (base[field] ?? '');
  return (
    <DateField
      label={hotelLabels[field]}
      description={isOpen ? undefined : `Set while the hotel is in ${stage}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      readOnly={!isOpen && !isChanged}
      classNames={isOpen || isChanged ? {} : { input: classes.locked ?? '' }}
      {...form.getInputProps(field)}
    />
  );
}
