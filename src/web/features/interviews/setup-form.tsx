import { Button, Select, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { interviewSetupSchema } from '#domain/interviews/session.ts';
import { nothingToAsk, type Survey } from '#domain/surveys/survey.ts';
import { longestLine } from '#domain/text.ts';
import { detailOf, OfflineError } from '#web/lib/api.ts';
import { Empty } from '#web/ui/empty.tsx';
import { focusFirstError } from '#web/ui/field-errors.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { mustFill } from '#web/ui/must-fill.ts';
import { Panel } from '#web/ui/panel.tsx';
import { countText } from '#web/ui/text-count.ts';
import { toast } from '#web/ui/toast.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import classes from './setup.module.css';
import { beginInterview, NothingToAsk } from './interview-steps.ts';
import { useActiveSurveys } from './use-setup.ts';

type Props = { hotel: Hotel; onBegun: (clientId: string) => void };

/** Interview Setup and Ready to Start. */
export function SetupForm({ hotel, onBegun }: Props) {
  const active = useActiveSurveys();
  if (active.isError)
    return (
      <LoadError
        title="Failed to load surveys"
        error={active.error}
        onRetry={() => void active.refetch()}
      />
    );
  if (!active.data) return <Skeleton h={340} radius="lg" />;
  if (active.data.surveys.length === 0)
    return (
      <Panel title="Interview Setup">
        <Empty
          title="No active surveys available"
          text="Interviews need an active survey. An Admin can activate one in the Survey Builder."
        />
      </Panel>
    );
  return <Fields hotel={hotel} surveys={active.data.surveys} onBegun={onBegun} />;
}

type Values = { surveyId: string | null; respondentName: string; respondentJobTitle: string };

type FieldsProps = Props & { surveys: readonly Survey[] };

/** The form, and the interview that it begins; why it does not stands at the survey. */
function useBegin({ hotel, surveys, onBegun }: FieldsProps) {
  const [isBeginning, setBeginning] = useState(false);
  const form = useForm<Values>({
    initialValues: { surveyId: null, respondentName: '', respondentJobTitle: '' },
    validate: schemaResolver(interviewSetupSchema, { sync: true }),
  });
  const begin = async (values: Values) => {
    const survey = surveys.find(({ id }) => String(id) === values.surveyId);
    const refuse = (reason: string) => {
      form.setFieldError('surveyId', reason);
      focusFirstError(form, { surveyId: reason });
    };
    if (!survey) return refuse('Please select a survey');
    setBeginning(true);
    try {
      onBegun(await beginInterview(hotel, survey, interviewSetupSchema.parse(values)));
    } catch (error) {
      toast.error('Failed to load survey', whyNot(error));
      refuse(whyNot(error));
      setBeginning(false);
    }
  };
  return { form, begin, isBeginning };
}

function Fields(props: FieldsProps) {
  const { surveys } = props;
  const { form, begin, isBeginning } = useBegin(props);
  // Decided once: a list that grows while it is open would close under the pointer.
  const [isSearchable] = useState(surveys.length > 8);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void begin(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Panel title="Interview Setup">
        <div className={classes.fields}>
          <Select
            label="Survey"
            placeholder="Select a survey"
            size="md"
            {...mustFill}
            allowDeselect={false}
            // Where a failed Start leads here, the list would lie over what is missing below.
            openOnFocus={false}
            searchable={isSearchable}
            data={surveys.map(({ id, title }) => ({ value: String(id), label: title }))}
            {...form.getInputProps('surveyId')}
          />
          <TextInput
            label="Respondent full name"
            size="md"
            {...mustFill}
            autoComplete="off"
            {...form.getInputProps('respondentName')}
            {...countText(form.values.respondentName, longestLine)}
          />
          <TextInput
            label="Respondent job title"
            size="md"
            {...mustFill}
            autoComplete="off"
            {...form.getInputProps('respondentJobTitle')}
            {...countText(form.values.respondentJobTitle, longestLine)}
          />
        </div>
      </Panel>
      <ReadyToStart isBeginning={isBeginning} />
    </form>
  );
}

function whyNot(error: unknown): string {
  if (error instanceof OfflineError)
    return 'This survey is not on this device yet. Connect once to fetch it.';
  if (error instanceof NothingToAsk) return nothingToAsk;
  return detailOf(error);
}

function ReadyToStart({ isBeginning }: { isBeginning: boolean }) {
  const guard = usePressGuard('start');
  return (
    <div className={classes.ready}>
      <div>
        <Title order={2} className={classes.readyTitle}>
          Ready to Start
        </Title>
        <Text size="sm" c="dimmed">
          Every answer is saved on this device as it is given. You can leave and resume at any time,
          with or without a connection.
        </Text>
      </div>
      <Button
        {...guard}
        type="submit"
        size="lg"
        loading={isBeginning}
        rightSection={<IconArrowRight size={20} aria-hidden />}
      >
        Start Interview
      </Button>
    </div>
  );
}
