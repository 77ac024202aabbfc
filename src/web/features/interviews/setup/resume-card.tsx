import { Button, Progress } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { formatAgo } from '#web/lib/format.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StoredWhere } from '#web/ui/responses/stored-where.tsx';
import { usePressGuard } from '#web/ui/use-press-guard.ts';
import type { Resumable } from '#web/offline/drafts/resumable.ts';
import classes from './setup.module.css';

const DeviceEvidence = lazy(async () => ({
  default: (await import('#web/ui/evidence/device-evidence.tsx')).DeviceEvidence,
}));

type Props = {
  interview: Resumable;
  hotelId: number;
  onResume: (clientId: string) => void;
};

/** The text that says what abandoning the correction of a returned response deletes, and what stays. */
export const correctionStays =
  'What you changed will be deleted. The response stays as it was sent, and stays returned to you.';

/** Shows an interview in progress at this hotel, with buttons to resume or abandon it. */
export function ResumeCard(props: Props) {
  const { interview } = props;
  const { respondentName, respondentJobTitle } = interview;
  const [now] = useState(() => Date.now());
  return (
    <Panel title="Resume Interview" lead={interview.surveyTitle}>
      <div className={classes.resume}>
        <div className={classes.resumeWords}>
          <p>
            <strong>{respondentName}</strong>, {respondentJobTitle}
          </p>
          <p className={classes.soft}>
            Question {Math.min(interview.index + 1, interview.questionCount)} of{' '}
            {interview.questionCount} · {interview.percent}% complete · last updated{' '}
            {formatAgo(new Date(interview.updatedAt).toISOString(), now)}
          </p>
          <StoredWhere interview={interview} />
        </div>
        <Actions {...props} />
      </div>
      <Progress
        mt="md"
        size="sm"
        value={interview.percent}
        aria-label={`${interview.percent}% complete`}
      />
      <Taken interviewId={interview.clientId} />
    </Panel>
  );
}

/** Shows how much evidence of the interview this device has. */
function Taken({ interviewId }: { interviewId: string }) {
  const files = useStored((db) => filesOf(db, interviewId), [interviewId]) ?? [];
  if (files.length === 0) return null;
  return (
    <Suspense>
      <DeviceEvidence interviewId={interviewId} />
    </Suspense>
  );
}

function Actions({ interview, hotelId, onResume }: Props) {
  const { clientId, sessionId, respondentName } = interview;
  const guard = usePressGuard('resume');
  const abandon = async () => {
    const sure = await confirm({
      title: 'Abandon interview',
      message: interview.isCorrection
        ? correctionStays
        : `The interview with ${respondentName} and every answer given in it will be deleted.`,
      confirmLabel: 'Abandon interview',
      danger: true,
    });
    if (!sure) return;
    await onDevice('Interview not abandoned', async () => {
      const { abandonInterview } = await import('#web/features/interviews/interview-steps.ts');
      await abandonInterview({ clientId, hotelId, sessionId, respondentName });
    });
  };
  return (
    <div className={classes.resumeActions}>
      <Button
        {...guard}
        size="lg"
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        aria-label={`Resume Interview with ${respondentName}`}
        onClick={() => onResume(clientId)}
      >
        Resume Interview
      </Button>
      <Button
        {...guard}
        size="lg"
        variant="subtle"
        color="gray"
        aria-label={`Abandon interview with ${respondentName}`}
        onClick={() => void abandon()}
      >
        Abandon
      </Button>
    </div>
  );
}
