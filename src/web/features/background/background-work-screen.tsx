import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { backgroundJobSchema, type BackgroundJob } from '#domain/background/background-job.ts';
import { call } from '#web/lib/api.ts';
import { countWords, formatDuration, formatMoment } from '#web/lib/format.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Tone } from '#web/ui/theme/tones.ts';

/** Shows Admins what the server does without a request, and how each job's last run went. */
export function BackgroundWorkScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: ['background-jobs'],
    queryFn: ({ signal }) =>
      call({ path: '/api/background-jobs', schema: z.array(backgroundJobSchema), signal }),
    refetchOnMount: 'always',
  });
  return (
    <Page
      title="Background work"
      lead="What the server does on its own, and how each last run went."
    >
      <Panel>
        {error && (
          <LoadError
            title="Background work could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && <Skeleton height={280} role="status" aria-label="Loading…" />}
        {!error && data && <Jobs jobs={data} />}
      </Panel>
    </Page>
  );
}

function Jobs({ jobs }: { jobs: readonly BackgroundJob[] }) {
  return (
    <RecordList>
      {jobs.map((job) => {
        const { tone, word } = states[job.state];
        return (
          <RecordRow
            key={`${job.name} ${job.place}`}
            title={job.does}
            details={detailsOf(job, jobs)}
            reason={troubleOf(job)}
          >
            <StatusBadge tone={tone}>{word}</StatusBadge>
          </RecordRow>
        );
      })}
    </RecordList>
  );
}

const states: Readonly<Record<BackgroundJob['state'], { tone: Tone; word: string }>> = {
  waiting: { tone: 'neutral', word: 'Not run yet' },
  running: { tone: 'info', word: 'Running' },
  done: { tone: 'good', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
};

/** Names the machine and folder only where the same job has several, since they say nothing otherwise. */
function detailsOf(job: BackgroundJob, jobs: readonly BackgroundJob[]): string {
  const { name, everySeconds, place, begunAt, duration } = job;
  const isOneOfSeveral = jobs.some((other) => other.name === name && other.place !== place);
  const parts = [
    `${rhythmOf(everySeconds)}${isOneOfSeveral && place !== null ? ` on ${place}` : ''}`,
    ...(begunAt === null ? [] : [`last run ${formatMoment(begunAt)}`]),
    ...(duration === null ? [] : [`took ${formatDuration(duration / 1_000)}`]),
  ];
  return parts.join(', ');
}

function rhythmOf(seconds: number): string {
  if (seconds % 3_600 === 0) return `Every ${times(seconds / 3_600, 'hour')}`;
  if (seconds % 60 === 0) return `Every ${times(seconds / 60, 'minute')}`;
  return `Every ${times(seconds, 'second')}`;
}

function times(count: number, unit: string): string {
  return count === 1 ? unit : countWords(count, unit);
}

function troubleOf({ failure, failures, succeededAt, dueAt }: BackgroundJob): string | null {
  if (failure === null) return null;
  const since = succeededAt === null ? '' : ` since ${formatMoment(succeededAt)}`;
  const cause = failure.replace(/\.$/, '');
  return `Failed ${countWords(failures, 'time')}${since}: ${cause}. Next try: ${formatMoment(dueAt)}.`;
}
