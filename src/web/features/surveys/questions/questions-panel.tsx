import { Button, Skeleton } from '@mantine/core';
import { IconArchive, IconFileUnknown, IconListDetails } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { archivedNote, type SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { isNotFound } from '#web/lib/api.ts';
import { surveysQuery } from '#web/offline/readings/reads.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SampleSurveyButton } from '#web/ui/sample-survey-button.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import type { QuestionsView } from '#web/features/surveys/builder-view.ts';

import classes from './questions-panel.module.css';
import { SurveyQuestions } from './survey-questions.tsx';

type Props = {
  /** Undefined when no survey is selected. */
  id: number | undefined;
  survey: UseQueryResult<SurveyWithQuestions>;
  view: QuestionsView;
  onChange: (changed: Partial<QuestionsView>) => void;
};

/** Shows the right panel: the questions of the selected survey, or why there are none. */
export function QuestionsPanel({ id, survey, view, onChange }: Props) {
  const { data, error, refetch } = survey;
  if (id === undefined) return <NoSurvey />;
  if (isNotFound(error)) return <DeletedSurvey />;
  if (data?.status === 'archived') return <ArchivedSurvey title={data.title} />;
  if (data) return <SurveyQuestions survey={data} view={view} onChange={onChange} />;
  return (
    <Panel title="Questions">
      {!error && <CardSkeletons />}
      {error && (
        <LoadError title="Error loading questions" error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  );
}

function DeletedSurvey() {
  return (
    <Panel title="Questions">
      <Empty
        icon={<IconFileUnknown size={26} stroke={1.6} aria-hidden />}
        title="Survey not found"
        text="It may have been deleted. Choose another one under Manage Surveys."
      />
    </Panel>
  );
}

function NoSurvey() {
  const navigate = useNavigate();
  const hasNone = useQuery(surveysQuery).data?.value.length === 0;
  return (
    <Panel title="Questions">
      <Empty
        icon={<IconListDetails size={26} stroke={1.6} aria-hidden />}
        title="No survey selected"
        text="Create a survey, or choose one under Manage Surveys, to write its questions here."
        action={
          hasNone && (
            <SampleSurveyButton
              onMade={({ id }) =>
                void navigate({
                  to: paths.surveyBuilder,
                  search: { survey: id, panel: 'questions' },
                })
              }
            />
          )
        }
      />
    </Panel>
  );
}

function ArchivedSurvey({ title }: { title: string }) {
  return (
    <Panel title="Questions">
      <Empty
        icon={<IconArchive size={26} stroke={1.6} aria-hidden />}
        title={`“${title}” is archived`}
        text={archivedNote}
        action={
          <Button component={Link} to={paths.archive} variant="default">
            Go to the Archive
          </Button>
        }
      />
    </Panel>
  );
}

function CardSkeletons() {
  return (
    <div className={classes.waiting}>
      <Say words="Loading questions" />
      <Skeleton height={36} />
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} height={148} />
      ))}
    </div>
  );
}
