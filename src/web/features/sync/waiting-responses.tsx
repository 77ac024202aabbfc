import { Button, Progress } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';

import { countWords, formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Envelope } from '#web/offline/database.ts';
import { exportEnvelope } from '#web/offline/export-envelope.ts';
import { MoreEnvelopes } from '#web/offline/more-envelopes.tsx';
import { syncNow, useSyncStatus, type SyncStatus } from '#web/offline/sync-status.ts';
import { useEnvelopes } from '#web/offline/use-envelopes.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { syncTones } from '#web/ui/tones.ts';

import classes from './waiting-responses.module.css';

/** More than that take long enough for their number to say more than their names. */
const many = 10;

/** Finished interviews on their way to the server, the oldest first. */
export function WaitingResponses() {
  const status = useSyncStatus();
  // Drawing a list anew with each of a thousand that leave it would keep the page from all else.
  if (status.toSettle > many)
    return (
      <Panel title="Responses to send" lead={explain(status, status.toSettle)}>
        <Sending status={status} />
      </Panel>
    );
  return <WaitingList status={status} />;
}

/** How far a long run has come. */
function Sending({ status: { settled, toSettle } }: { status: SyncStatus }) {
  return (
    <div className={classes.sending}>
      <span>
        Syncing... {settled} of {toSettle}
      </span>
      <Progress
        value={(100 * settled) / toSettle}
        aria-label={`${settled} of ${countWords(toSettle, 'response')} sent`}
      />
    </div>
  );
}

function WaitingList({ status }: { status: SyncStatus }) {
  const waiting = useEnvelopes('waiting');
  if (!waiting) return <Panel title="Responses to send">{null}</Panel>;
  return (
    <Panel
      title="Responses to send"
      lead={waiting.count > 0 && explain(status, waiting.count)}
      actions={
        waiting.count > 0 && (
          <Button
            variant="light"
            disabled={!status.isOnline || status.isSyncing}
            onClick={() => void syncNow()}
          >
            {status.isSyncing ? 'Syncing...' : 'Send now'}
          </Button>
        )
      }
    >
      {waiting.count === 0 ? (
        <Empty
          icon={<IconCircleCheck size={26} stroke={1.6} aria-hidden />}
          title="Nothing to send"
          text="Interviews finished without a connection show here until the server has them."
        />
      ) : (
        <>
          <RecordList>
            {waiting.envelopes.map((envelope) => (
              <Waiting key={envelope.clientId} envelope={envelope} status={status} />
            ))}
          </RecordList>
          <MoreEnvelopes {...waiting} />
        </>
      )}
    </Panel>
  );
}

function explain({ isOnline, needsSignIn }: SyncStatus, count: number): string {
  const [safe, sent, each] =
    count === 1
      ? ['It is safe here', 'is sent', 'it']
      : ['They are safe here', 'are sent', 'each of them'];
  if (!isOnline) return `${safe}, and ${sent} when there is a connection.`;
  return needsSignIn
    ? `${safe}, and ${sent} when you have signed in again.`
    : `${safe} until the server has confirmed ${each}.`;
}

function Waiting({ envelope, status }: { envelope: Envelope; status: SyncStatus }) {
  const { about, completedAt } = envelope;
  return (
    <RecordRow
      title={`${about.respondentName}, ${about.hotelName}`}
      details={`${about.surveyTitle}, completed ${formatMoment(new Date(completedAt).toISOString())}`}
      reason={status.isOnline && !status.needsSignIn ? whyNotYet(envelope) : null}
    >
      <SendState envelope={envelope} status={status} />
      <Button
        variant="default"
        aria-label={`Export the response of ${about.respondentName}`}
        onClick={() => exportEnvelope(envelope)}
      >
        Export
      </Button>
    </RecordRow>
  );
}

/** So many failed tries are no passing trouble: from then on their reason is shown. */
const triesUntilTold = 3;

function whyNotYet({ attempts, reason, nextAttemptAt }: Envelope): string | null {
  if (attempts < triesUntilTold || reason === null) return null;
  const next = formatMoment(new Date(nextAttemptAt).toISOString());
  return `The server could not store this after ${attempts} tries: ${reason} It is safe here, and is tried again at ${next}. If this goes on, ask an Admin: they can import the file that Export saves.`;
}

function SendState({ envelope, status }: { envelope: Envelope; status: SyncStatus }) {
  const now = useNow();
  const { attempts, nextAttemptAt } = envelope;
  if (!status.isOnline)
    return <StatusBadge tone={syncTones.offline}>Waits for a connection</StatusBadge>;
  if (status.needsSignIn)
    return <StatusBadge tone={syncTones.pending}>Waits for a sign-in</StatusBadge>;
  if (status.isSyncing) return <StatusBadge tone={syncTones.syncing}>Syncing...</StatusBadge>;
  if (attempts === 0 || nextAttemptAt <= now)
    return <StatusBadge tone={syncTones.pending}>Waits for its turn</StatusBadge>;
  const tries = attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
  const next = formatMoment(new Date(nextAttemptAt).toISOString());
  return (
    <StatusBadge tone={syncTones.pending}>
      {tries}, next {next}
    </StatusBadge>
  );
}
