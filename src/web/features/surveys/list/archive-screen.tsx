import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { archivedNote, type Survey } from '#domain/surveys/survey.ts';
import { useAddress } from '#web/lib/address.ts';
import { countWords, formatDate } from '#web/lib/format.ts';
import { surveysQuery } from '#web/offline/readings/reads.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { surveyStatusTones } from '#web/ui/theme/tones.ts';
import { builderViewSchema } from '#web/features/surveys/builder-view.ts';
import { categoryWords, statusWords } from '#web/features/surveys/survey-words.ts';

import classes from './archive-screen.module.css';
import { ArchivedSurvey } from './archived-survey.tsx';

/** Shows the archived surveys, the latest archived first, or one of them to read. */
export function ArchiveScreen() {
  const [{ survey }, change] = useAddress(archiveViewSchema);
  return survey === undefined ? (
    <ArchivedSurveys />
  ) : (
    <ArchivedSurvey id={survey} onClose={() => change({ survey: undefined })} />
  );
}

const archiveViewSchema = builderViewSchema.pick({ survey: true });

function ArchivedSurveys() {
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
            action={
              <Button component={Link} to={paths.surveyBuilder} variant="default">
                Open Survey Builder
              </Button>
            }
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
        <h2 className={classes.title}>
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to={paths.archive} search={{ survey: id }} />}
          >
            {title}
          </Anchor>
        </h2>
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
