import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';

import { surveyCloneSchema, type Survey, type SurveyClone } from '#domain/surveys/survey.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showProblem } from '#web/ui/field-errors.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { useCloneSurvey } from '#web/features/surveys/save-survey.ts';

type Props = {
  /** The survey to copy; undefined while the dialog is closed. */
  source: Survey | undefined;
  onClose: () => void;
  onCloned: (copy: Survey) => void;
};

/** Shows the dialog that asks for the copy's name. */
export function CloneSurveyDialog({ source, onClose, onCloned }: Props) {
  return (
    <Dialog opened={source !== undefined} onClose={onClose} title="Clone Survey" asksIf="written">
      {source && <CloneForm source={source} onClose={onClose} onCloned={onCloned} />}
    </Dialog>
  );
}

function CloneForm({ source, onClose, onCloned }: Props & { source: Survey }) {
  const form = useForm<SurveyClone>({
    // The form below the dialog has a title too, and would get the focus instead.
    name: 'clone',
    mode: 'uncontrolled',
    initialValues: { title: '' },
    validate: schemaResolver(surveyCloneSchema, { sync: true }),
  });
  const { mutateAsync, isPending } = useCloneSurvey(source);
  const send = async (input: SurveyClone) => {
    try {
      const copy = await mutateAsync(input);
      onClose();
      onCloned(copy);
    } catch (error) {
      showProblem(form, error, 'Failed to clone survey');
    }
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => void send(surveyCloneSchema.parse(values)))}
    >
      <Stack gap="md">
        <Text c="dimmed">
          The copy of “{source.title}” is a draft with the same description, category and questions.
        </Text>
        <TextInput
          key={form.key('title')}
          {...form.getInputProps('title')}
          label="New survey name"
          placeholder={`Copy of ${source.title}`}
          {...mustFill}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Clone Survey
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
