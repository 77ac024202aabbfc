import { Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Survey } from '#domain/surveys/survey.ts';
import { surveysQuery } from '#web/offline/readings/reads.ts';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { BuilderView } from './builder-view.ts';
import { surveyUseQuery } from './read-surveys.ts';
import { SurveyForm } from './survey-form.tsx';
import { SurveyList } from './list/survey-list.tsx';
import classes from './survey-setup.module.css';

type Props = {
  selectedId: number | undefined;
  /** The open survey as read with its questions, which may be newer than the list. */
  selected: Survey | undefined;
  onSelect: (id: number | undefined, panel?: BuilderView['panel']) => void;
  /** Called when the open survey was deleted or archived. */
  onRemoved: () => void;
};

/** Shows the left panel: all surveys that are not archived, and the fields of one. */
export function SurveySetup({ selectedId, selected, onSelect, onRemoved }: Props) {
  const { data, error, refetch } = useQuery(surveysQuery);
  const surveys = useMemo(() => data && atWork(data.value), [data]);
  const survey = surveys?.find(({ id }) => id === selectedId) ?? selected;
  // The surveys and their use are shown together, so that nothing moves when the second one arrives.
  const use = useQuery(surveyUseQuery);
  if (!error && (!surveys || use.isPending)) return <Waiting />;
  return (
    <Panel title="Survey Setup">
      {error ? (
        <LoadError
          title="The surveys could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <SurveyList
          {...{ surveys: surveys ?? [], selectedId, onSelect, onRemoved }}
          use={use.data?.value ?? []}
        />
      )}
      <div className={classes.form}>
        <SurveyForm
          key={survey?.id ?? 'new'}
          survey={survey}
          onNew={() => onSelect(undefined)}
          onSaved={({ id, status }) =>
            onSelect(status === 'archived' ? undefined : id, survey ? undefined : 'questions')
          }
        />
      </div>
      <div className={classes.existing}>
        <Select
          label="Or Edit Existing Survey"
          placeholder={surveys?.length === 0 ? 'No surveys yet' : 'Choose a survey'}
          data={(surveys ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          value={survey ? String(survey.id) : null}
          onChange={(id) => id !== null && onSelect(Number(id))}
          nothingFoundMessage="No survey has these words in its title"
          searchable
          allowDeselect={false}
        />
      </div>
      {data?.isCached && <FromDevice savedAt={data.savedAt} />}
    </Panel>
  );
}

/** Returns the surveys that are not archived, by title, so that none moves when it is saved. */
function atWork(surveys: readonly Survey[]): Survey[] {
  return surveys
    .filter(({ status }) => status !== 'archived')
    .toSorted((a, b) => a.title.localeCompare(b.title));
}

function Waiting() {
  return (
    <Panel title="Survey Setup">
      <Stack gap="md" aria-hidden>
        <Skeleton height={168} />
        <Skeleton height={62} />
        <Skeleton height={104} />
        <Skeleton height={62} />
        <Skeleton height={36} width={150} />
      </Stack>
    </Panel>
  );
}
