import { Anchor, Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { can } from '#domain/people/person.ts';
import type { ResultRow } from '#domain/results/results.ts';
import { InProgressList } from '#web/features/workflow/in-progress-list.tsx';
import { ResponseLink } from '#web/features/workflow/response-link.tsx';
import { useInterviews } from '#web/features/workflow/use-interviews.ts';
import { useResponses } from '#web/features/workflow/use-responses.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { interviewPath, paths } from '#web/paths.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { InterviewsTable } from '#web/ui/responses/interviews-table.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NotCounted, notCountedInWords } from '#web/ui/notices/not-counted.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { VerdictBadge } from '#web/ui/charts/score.tsx';
import classes from './hotel-page.module.css';

/** Shows the hotel's interviews: first those that can be resumed, then the completed ones. */
export function InterviewsTab({ hotelId }: { hotelId: number }) {
  const { inProgress } = useInterviews(hotelId);
  return (
    <>
      {inProgress.length > 0 && (
        <Panel title="In progress">
          <InProgressList hotelId={hotelId} interviews={inProgress} />
        </Panel>
      )}
      <Completed hotelId={hotelId} />
    </>
  );
}

function Completed({ hotelId }: { hotelId: number }) {
  const mayConduct = can(useCurrentUser(), 'interviews.conduct');
  const { rows, total, notCounted, hasMore, ...read } = useResponses(hotelId);
  const { showMore, isFetching, error, retry } = read;
  return (
    <Panel
      title="Completed"
      lead={
        total !== undefined &&
        total > 0 &&
        `${countWords(total, 'interview')}${notCountedInWords(notCounted)}, latest first`
      }
      actions={
        <Anchor
          renderRoot={(props) => (
            // A custom range without days has no limits, as this list has none.
            <Link {...props} to={paths.results} search={{ range: 'custom', hotel: hotelId }} />
          )}
        >
          View in Results
        </Anchor>
      }
      padding="none"
    >
      {total === undefined && !error && <Skeleton height={220} />}
      {error && <LoadError title="Failed to fetch responses" error={error} onRetry={retry} />}
      {total === 0 && (
        <Empty
          title="No completed interviews yet"
          text="Each completed interview appears here with its date, survey, respondent and score."
          action={mayConduct && <Begin hotelId={hotelId} />}
        />
      )}
      {rows.length > 0 && <Rows rows={rows} />}
      {hasMore && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetching} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Begin({ hotelId }: { hotelId: number }) {
  return (
    <Button component={Link} to={interviewPath(hotelId)} variant="default">
      Begin interview
    </Button>
  );
}

function Rows({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <InterviewsTable
      rows={rows}
      className={classes.table}
      renderRespondent={(row) => (
        <>
          <ResponseLink row={row}>{row.respondentName}</ResponseLink>
          <span className={classes.soft}> {row.respondentJobTitle}</span>
        </>
      )}
      renderResult={(row) => (
        <>
          <VerdictBadge verdict={row.verdict} /> <NotCounted counts={row.counts} />
        </>
      )}
    />
  );
}
