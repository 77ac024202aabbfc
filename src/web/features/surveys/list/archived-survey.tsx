import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconFileUnknown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { archivedNote } from '#domain/surveys/survey.ts';
import { isNotFound } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import listClasses from '#web/features/surveys/questions/question-list.module.css';
import { QuestionCard } from '#web/features/surveys/questions/question-card.tsx';
import { surveyQuery } from '#web/features/surveys/read-surveys.ts';
import { categoryWords, editionWords } from '#web/features/surveys/survey-words.ts';

type Props = { id: number; onClose: () => void };

/** Shows an archived survey with its questions, read-only. */
export function ArchivedSurvey({ id, onClose }: Props) {
  const { data: survey, error, refetch } = useQuery(surveyQuery(id));
  return (
    <Page title={survey?.title ?? 'Archived survey'} lead={survey && archivedNote}>
      <Button
        variant="subtle"
        mb="md"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onClose}
      >
        All archived surveys
      </Button>
      <Panel
        title="Questions"
        lead={
          survey &&
          `${categoryWords[survey.category]}, ${countWords(survey.questions.length, 'question')}. ${editionWords(survey)}`
        }
      >
        {error && isNotFound(error) && (
          <Empty
            icon={<IconFileUnknown size={26} stroke={1.6} aria-hidden />}
            title="Survey not found"
            text="It may have been deleted."
          />
        )}
        {error && !isNotFound(error) && (
          <LoadError title="Error loading questions" error={error} onRetry={() => void refetch()} />
        )}
        {!survey && !error && <Skeleton height={300} />}
        {survey?.questions.length === 0 && (
          <Empty title="No questions" text="This survey was archived without questions." />
        )}
        {survey && survey.questions.length > 0 && (
          <ol className={listClasses.list} aria-label="Questions">
            {survey.questions.map((question) => (
              <li key={question.id} className={listClasses.item}>
                <QuestionCard question={question} />
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </Page>
  );
}
