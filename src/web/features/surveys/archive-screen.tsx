import { Skeleton } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { archivedNote, type Survey } from '#domain/surveys/survey.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { surveysQuery } from '#web/offline/reads.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FromDevice } from '#web/ui/from-device.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { surveyStatusTones } from '#web/ui/tones.ts';
import classes from './archive-screen.module.css';
import { categoryWords, statusWords } from './survey-words.ts';

/** The surveys that are kept for the record, the latest archived first. */
export function ArchiveScreen() {
  const { data, error, refetch } = useQuery(surveysQuery);
  const archived = data?.value.filter(({ status }) => status === 'archived');
  return (
    <Page
      title="Archive"
      lead={
        <>
          {archivedNote} {data?.isCached && <FromDevice savedAt={data.savedAt} />}
        </>
      }
    >
      {error && (
        <Panel>
          <LoadError
            title="The Archive could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        </Panel>
      )}
      {archived?.length === 0 && (
        <Panel>
          <Empty
            icon={<IconArchive size={26} stroke={1.6} aria-hidden />}
            title="No Archived Surveys"
            text="A survey comes here when its status is set to archived, or when it is deleted and has responses."
          />
        </Panel>
      )}
      {!error && archived?.length !== 0 && (
        <ul className={classes.cards} aria-busy={!archived}>
          {archived
            ? archived.map((survey) => <ArchivedCard key={survey.id} survey={survey} />)
            : [0, 1, 2].map((place) => (
                <li key={place}>
                  <Skeleton height={190} radius="lg" />
                </li>
              ))}
        </ul>
      )}
    </Page>
  );
}

function ArchivedCard({ survey }: { survey: Survey }) {
  const { id, title, status, category, description, questionCount, updatedAt } = survey;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <StatusBadge tone={surveyStatusTones[status]}>{statusWords[status]}</StatusBadge>
      </div>
      <p className={classes.category}>
        {categoryWords[category]} · {countWords(questionCount, 'question')}
      </p>
      {description && <p className={classes.description}>{description}</p>}
      <p className={classes.foot}>
        <span>
          Archived: <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
        </span>
        <span>ID: {id}</span>
      </p>
    </li>
  );
}
