import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';

import { fieldsThatDiffer } from '#domain/fields-that-differ.ts';
import {
  archivedNote,
  surveyCategories,
  surveyInputSchema,
  surveyStatuses,
  type Survey,
  type SurveyInput,
} from '#domain/surveys/survey.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-guard.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { showProblem } from '#web/ui/field-errors.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { surveyIn } from './builder-view.ts';
import { PassRules } from './rules/pass-rules.tsx';
import { useSaveSurvey } from './save-survey.ts';
import { categoryWords, statusWords } from './survey-words.ts';
import { usePassRules } from './rules/use-pass-rules.ts';

type Props = {
  /** The survey to change; undefined for a new one. */
  survey: Survey | undefined;
  onSaved: (survey: Survey) => void;
  onNew: () => void;
};

type Fields = Omit<SurveyInput, 'category'> & { category: SurveyInput['category'] | null };

const categories = surveyCategories.map((value) => ({ value, label: categoryWords[value] }));
const statuses = surveyStatuses.map((value) => ({ value, label: statusWords[value] }));

/** Shows a form for a survey's title, description, category and status. */
export function SurveyForm({ survey, onSaved, onNew }: Props) {
  const { form, rules, send, isSending } = useSurveyForm(survey, onSaved);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void send(values))}>
      <Stack gap="md">
        <TextInput
          key={form.key('title')}
          {...form.getInputProps('title')}
          label="Survey title"
          {...mustFill}
        />
        <Textarea
          key={form.key('description')}
          {...form.getInputProps('description')}
          label="Description"
          rows={2}
        />
        <Group grow align="start">
          <Select
            key={form.key('category')}
            {...form.getInputProps('category')}
            label="Category"
            placeholder="Choose"
            data={categories}
            allowDeselect={false}
            {...mustFill}
          />
          <Select
            key={form.key('status')}
            {...form.getInputProps('status')}
            label="Status"
            data={statuses}
            allowDeselect={false}
          />
        </Group>
        {survey && <PassRules surveyId={survey.id} draft={rules} />}
        <Group gap="sm">
          <Button type="submit" loading={isSending}>
            {survey ? 'Update Survey' : 'Create Survey'}
          </Button>
          {survey && (
            <Button variant="subtle" onClick={onNew}>
              New Survey
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function useSurveyForm(survey: Survey | undefined, onSaved: Props['onSaved']) {
  const form = useForm<Fields>({
    mode: 'uncontrolled',
    initialValues: fieldsOf(survey),
    validate: schemaResolver(surveyInputSchema, { sync: true }),
  });
  const rules = usePassRules(survey?.rules);
  useUnsavedGuard(() => form.isDirty() || rules.isDirty(), surveyIn);
  const { mutateAsync, isPending } = useSaveSurvey(survey);
  const send = async (values: Fields) => {
    if (!rules.check()) return;
    const given = surveyInputSchema.parse(values);
    const change = {
      ...fieldsThatDiffer(form.getInitialValues(), given),
      ...(rules.isDirty() && { rules: rules.rules }),
    };
    const input = survey ? change : given;
    if (input.status === 'archived' && !(await askToArchive(given.title))) return;
    try {
      const saved = await mutateAsync(input);
      goOnFrom(form, saved, values);
      rules.goOnFrom(saved.rules);
      onSaved(saved);
    } catch (error) {
      if (rules.refuse(error)) return;
      showProblem(form, error, survey ? 'Failed to update survey' : 'Failed to create survey');
    }
  };
  return { form, rules, send, isSending: isPending };
}

function fieldsOf(survey: Survey | undefined): Fields {
  const { title = '', description = '', category = null, status = 'draft' } = survey ?? {};
  return { title, description, category, status };
}

/**
 * Shows the survey as it is stored now, with what other people have changed, and compares with it
 * from now on. Fields that the person changed while it was being saved stay as they are.
 *
 * @param sent the values that were saved
 */
function goOnFrom(form: UseFormReturnType<Fields>, saved: Survey, sent: Fields): void {
  const stored = fieldsOf(saved);
  const { title, description, category, status } = {
    ...stored,
    ...fieldsThatDiffer(sent, form.getValues()),
  };
  form.resetDirty(stored);
  // Not `setValues`: it replaces all inputs on the page, so the person would lose the focus.
  form.setFieldValue('title', title);
  form.setFieldValue('description', description);
  form.setFieldValue('category', category);
  form.setFieldValue('status', status);
}

function askToArchive(title: string): Promise<boolean> {
  return confirm({
    title: 'Archive survey',
    message: `“${title}” will move from this list to the Archive. ${archivedNote}`,
    confirmLabel: 'Archive survey',
    danger: true,
  });
}
