import { Button, Group } from '@mantine/core';
import { IconEye, IconPlus } from '@tabler/icons-react';
import type { Ref } from 'react';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { MoreForQuestions } from './more-for-questions.tsx';
import { WorkbookActions } from './workbook-actions.tsx';

type Props = {
  survey: SurveyWithQuestions;
  onPreview: () => void;
  onAdd: () => void;
  addButton: Ref<HTMLButtonElement>;
};

/** Shows the buttons for a survey's questions as a whole. */
export function QuestionActions({ survey, onPreview, onAdd, addButton }: Props) {
  return (
    <Group gap="xs">
      <WorkbookActions survey={survey} />
      <Button
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        disabled={survey.questions.length === 0}
        onClick={onPreview}
      >
        Preview
      </Button>
      <MoreForQuestions survey={survey} />
      <Button ref={addButton} leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
        Add Question
      </Button>
    </Group>
  );
}
