import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';

import { formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Envelope } from '#web/offline/database.ts';
import { exportEnvelope } from '#web/offline/export-envelope.ts';
import { syncNow, useSyncStatus, type SyncStatus } from '#web/offline/sync-status.ts';
import { useStored } from '#web/offline/use-stored.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { syncTones } from '#web/ui/tones.ts';

import classes from './sync-list.module.css';

/** Finished interviews on their way to the server, the oldest first. */
export function WaitingResponses() {
  const status = useSyncStatus();
  const waiting = useStored((db) =>
    db.envelopes.filter((one) => one.state === 'waiting').sortBy('completedAt'),
  );
  if (!waiting) return <Panel title="Responses to send">{null}</Panel>;
  return (
    <Panel
      title="Responses to send"
      lead={waiting.length > 0 && explain(status)}
      actions={
        waiting.length > 0 && (
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
      {waiting.length === 0 ? (
        <Empty
          icon={<IconCircleCheck size={26} stroke={1.6} aria-hidden />}
          title="Nothing waits to be sent"
          text="Interviews finished without a connection stand here until the server has them."
        />
      ) : (
        <ul className={classes.list}>
          {waiting.map((envelope) => (
            <Waiting key={envelope.clientId} envelope={envelope} status={status} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function explain({ isOnline, needsSignIn }: SyncStatus): string {
  if (!isOnline) return 'They are safe here, and are sent when there is a connection.';
  return needsSignIn
    ? 'They are safe here, and are sent when you have signed in again.'
    : 'They are safe here until the server has confirmed each of them.';
}

function Waiting({ envelope, status }: { envelope: Envelope; status: SyncStatus }) {
  const { about, completedAt } = envelope;
  return (
    <li className={classes.one}>
      <div className={classes.words}>
        <strong>
          {about.respondentName}, {about.hotelName}
        </strong>
        <span>
          {about.surveyTitle}, completed {formatMoment(new Date(completedAt).toISOString())}
        </span>
      </div>
      <SendState envelope={envelope} status={status} />
      <Button
        variant="default"
        aria-label={`Export the response of ${about.respondentName}`}
        onClick={() => exportEnvelope(envelope)}
      >
        Export
      </Button>
    </li>
  );
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
