import { Button, Progress } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';

import { formatMoment } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useStored } from '#web/lib/use-stored.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Unsent } from '#web/offline/store/records.ts';
import { saveRecord } from '#web/offline/outbox/export-file.ts';
import type { OutboxKind } from '#web/offline/outbox/kind.ts';
import { allKinds, countIn, kinds } from '#web/offline/outbox/kinds.ts';
import { useSyncStatus, type SyncStatus } from '#web/offline/sync/sync-status.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { SendNow } from '#web/ui/responses/send-now.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { syncTones } from '#web/ui/theme/tones.ts';

import { headingOf } from './kind-heading.ts';
import { MoreRecords } from './more-records.tsx';
import { useRecords } from './use-records.ts';
import classes from './waiting-records.module.css';

/** With more records than this, the screen shows their number instead of a list. */
const many = 10;

/** Shows what waits to be sent, of every kind, the oldest first. */
export function WaitingRecords() {
  const status = useSyncStatus();
  // Rendering a list again for each of a thousand records that leave it would block the page.
  if (status.toHandle > many)
    return (
      <Panel
        title={headingOf(allKinds[0] as OutboxKind, 'to send')}
        lead={explain(status, status.toHandle)}
      >
        <Sending status={status} />
      </Panel>
    );
  return <Lists status={status} />;
}

function Lists({ status }: { status: SyncStatus }) {
  const isEmpty = useStored(holdsNothing) === true;
  return allKinds.map((kind) => (
    <WaitingList key={kind.noun} kind={kind} isEmpty={isEmpty} status={status} />
  ));
}

/** Returns whether nothing of any kind is left here, neither to send nor for a person to decide. */
async function holdsNothing(db: OfflineDatabase): Promise<boolean> {
  for (const state of ['waiting', 'attention', 'decide'] as const)
    if ((await countIn(db, state)) > 0) return false;
  return true;
}

/** Shows the progress of a long sync. */
function Sending({ status: { handled, toHandle } }: { status: SyncStatus }) {
  return (
    <div className={classes.sending}>
      <span>
        Syncing... {handled} of {toHandle}
      </span>
      <Progress value={(100 * handled) / toHandle} aria-label={`${handled} of ${toHandle} sent`} />
    </div>
  );
}

type OfKind = { kind: OutboxKind; status: SyncStatus };

/**
 * Shows the waiting records of one kind.
 *
 * @param isEmpty true when nothing of any kind is left here. Then only the first kind's panel says so.
 */
function WaitingList({ kind, isEmpty, status }: OfKind & { isEmpty: boolean }) {
  const waiting = useRecords(kind, 'waiting');
  const title = headingOf(kind, 'to send');
  const isFirst = kind.noun === kinds.response.noun;
  if (waiting?.count === 0 && !(isFirst && isEmpty)) return null;
  if (!waiting) return isFirst ? <Panel title={title}>{null}</Panel> : null;
  return (
    <Panel
      title={title}
      lead={waiting.count > 0 && explain(status, waiting.count)}
      actions={waiting.count > 0 && <SendNow variant="light" />}
    >
      {waiting.count === 0 ? (
        <Empty
          icon={<IconCircleCheck size={26} stroke={1.6} aria-hidden />}
          title="Nothing to send"
          text="Interviews, photos and hotel changes show here until the server has them."
        />
      ) : (
        <>
          <RecordList>
            {waiting.records.map((record, place) => (
              <Waiting
                key={record.clientId}
                kind={kind}
                record={record}
                named={waiting.names[place] ?? ''}
                question={waiting.questions.get(record.clientId)}
                status={status}
              />
            ))}
          </RecordList>
          <MoreRecords {...waiting} />
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

type WaitingProps = OfKind & {
  record: Unsent;
  /** The record's name in the name of its button. */
  named: string;
  question: string | undefined;
};

function Waiting({ kind, record, named, question, status }: WaitingProps) {
  const { title, details } = kind.words(record, question);
  return (
    <RecordRow
      title={title}
      details={details}
      reason={status.isOnline && !status.needsSignIn ? whyNotYet(kind, record) : null}
    >
      <SendState record={record} status={status} />
      {kind.exported(record) && (
        <Button
          variant="default"
          aria-label={`Export ${named}`}
          onClick={() => void onDevice('Export failed', () => saveRecord(kind, record))}
        >
          Export
        </Button>
      )}
    </RecordRow>
  );
}

/** After this many failed attempts the problem is not temporary, so the screen shows its reason. */
const triesUntilTold = 3;

function whyNotYet(kind: OutboxKind, record: Unsent): string | null {
  const { attempts, reason, nextAttemptAt } = record;
  if (attempts < triesUntilTold || reason === null) return null;
  const next = formatMoment(new Date(nextAttemptAt).toISOString());
  const help = kind.exported(record)
    ? 'they can import the file that Export saves'
    : 'they can find out why';
  return `The server could not store this after ${attempts} tries: ${reason} It is safe here, and is tried again at ${next}. If this goes on, ask an Admin: ${help}.`;
}

function SendState({ record, status }: { record: Unsent; status: SyncStatus }) {
  const now = useNow();
  const { attempts, nextAttemptAt } = record;
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
