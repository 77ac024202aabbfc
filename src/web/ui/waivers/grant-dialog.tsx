import { Button, Checkbox, Group, Select, Text, Textarea } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { roundNames, type Round } from '#domain/rounds/round.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import { daysIn } from '#domain/time-zone.ts';
import { longestWaiverReason } from '#domain/waivers/waiver.ts';
import { useInstallationZone } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { readEdition, surveysQuery } from '#web/offline/readings/reads.ts';
import { roundsQuery } from '#web/offline/readings/rounds-reading.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { DateField } from '#web/ui/filters/date-field.tsx';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { focusFirstError, markFields } from '#web/ui/field-errors.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { RefusedHere } from '#web/ui/notices/refused-here.tsx';
import { countText } from '#web/ui/text-count.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { useGrantWaiver } from './save-waiver.ts';
import classes from './waivers.module.css';

type Props = {
  hotelId: number;
  /** The question that is waived. Undefined when the person chooses it in the dialog. */
  question?: { key: string; text: string } | undefined;
  /** The round of the finding from which the dialog was opened. Undefined for the hotel's current round. */
  roundId?: number | undefined;
  onClose: () => void;
};

/** Shows the dialog that grants a waiver at a hotel: which question, for which days, and why. */
export function GrantDialog(props: Props) {
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title="Grant a waiver"
      asksIf="written"
      closeOnClickOutside={false}
    >
      <GrantForm {...props} />
    </Dialog>
  );
}

type Values = {
  surveyId: string | null;
  questionKey: string | null;
  reason: string;
  validFrom: string;
  validTo: string;
  isApplied: boolean;
};
type Form = UseFormReturnType<Values>;

function GrantForm({ hotelId, question, roundId, onClose }: Props) {
  const timeZone = useInstallationZone();
  const [today] = useState(() => daysIn(timeZone).dayOf(Date.now()));
  const isOnline = useIsOnline();
  const grant = useGrantWaiver(hotelId);
  const round = useOpenRound(hotelId, roundId);
  const form = useForm<Values>({
    initialValues: {
      surveyId: null,
      questionKey: question?.key ?? null,
      reason: '',
      validFrom: today,
      validTo: '',
      isApplied: false,
    },
  });
  const save = async ({ questionKey: key, reason, validFrom, validTo, isApplied }: Values) => {
    try {
      await grant.mutateAsync({
        ...{ questionKey: key ?? '', reason, validFrom, validTo },
        ...(isApplied && round && { roundId: round.id }),
      });
      onClose();
    } catch (error) {
      const { atField, elsewhere } = markFields(form, error);
      focusFirstError(form, atField);
      if (elsewhere.length > 0) toast.error('The waiver was not granted', elsewhere.join(' '));
    }
  };
  const isAtField = Object.keys(form.errors).length > 0;
  return (
    <form noValidate className={classes.fields} onSubmit={form.onSubmit(save)}>
      <NeedsConnection>A waiver is granted on the server.</NeedsConnection>
      {question ? (
        <ChosenQuestion question={question} form={form} />
      ) : (
        <ChooseQuestion form={form} />
      )}
      <ReasonAndDays form={form} isFirst={question !== undefined} />
      {round && (
        <Checkbox
          label={`Apply to the ${roundNames[round.kind].toLowerCase()} round too (${countWords(round.responses, 'interview')})`}
          description="Its responses are scored again. Their former content is kept."
          {...form.getInputProps('isApplied', { type: 'checkbox' })}
        />
      )}
      <RefusedHere title="The waiver was not granted" error={isAtField ? null : grant.error} />
      <DialogFoot>
        <Group justify="flex-end" gap="sm">
          <Button type="submit" disabled={!isOnline} loading={grant.isPending}>
            Grant waiver
          </Button>
        </Group>
      </DialogFoot>
    </form>
  );
}

/** `isFirst` is true when no other field comes before these. */
function ReasonAndDays({ form, isFirst }: { form: Form; isFirst: boolean }) {
  return (
    <>
      <Textarea
        label="Reason"
        data-autofocus={isFirst || undefined}
        {...mustFill}
        autosize
        minRows={2}
        maxRows={12}
        {...form.getInputProps('reason')}
        {...countText(form.values.reason, longestWaiverReason)}
      />
      <div className={classes.days}>
        <DateField label="From" {...form.getInputProps('validFrom')} />
        <DateField label="To" {...form.getInputProps('validTo')} />
      </div>
    </>
  );
}

function ChosenQuestion({ question, form }: { question: { text: string }; form: Form }) {
  const { error } = form.getInputProps('questionKey') as { error?: string };
  return (
    <div>
      <Text fw={600}>{question.text}</Text>
      {error && (
        <Text c="red" size="sm" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

function ChooseQuestion({ form }: { form: Form }) {
  const surveys = useQuery(surveysQuery).data?.value ?? [];
  const survey = surveys.find(({ id }) => String(id) === form.values.surveyId);
  const edition = useQuery({
    queryKey: ['waivable questions', survey?.id, survey?.edition],
    queryFn: () => readEdition(survey?.id ?? 0, survey?.edition ?? 0),
    enabled: survey !== undefined,
  });
  const questions = edition.data?.questions.map((question) => ({
    value: questionKey(question),
    label: [question.code, question.text].filter(Boolean).join(' '),
  }));
  return (
    <>
      <Select
        label="Survey"
        data-autofocus
        // The list would open with the dialog, over its other fields.
        openOnFocus={false}
        {...mustFill}
        data={surveys
          .filter(({ status, edition: number }) => status === 'active' && number !== null)
          .map(({ id, title }) => ({ value: String(id), label: title }))}
        searchable
        {...form.getInputProps('surveyId')}
        onChange={(surveyId: string | null) => form.setValues({ surveyId, questionKey: null })}
      />
      <Select
        label="Question"
        {...mustFill}
        data={questions ?? []}
        disabled={!questions}
        searchable
        {...form.getInputProps('questionKey')}
      />
    </>
  );
}

/** Returns the round to which the waiver can be applied: it takes interviews and has some. */
function useOpenRound(hotelId: number, roundId: number | undefined): Round | undefined {
  const { data } = useQuery(roundsQuery(hotelId));
  return data?.value.cycles
    .flatMap(({ rounds }) => rounds)
    .find(
      ({ id, isCurrent, status, responses }) =>
        (roundId === undefined ? isCurrent : id === roundId) &&
        (status === 'open' || status === 'submitted') &&
        responses > 0,
    );
}
