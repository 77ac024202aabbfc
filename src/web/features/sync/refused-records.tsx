import { Button } from '@mantine/core';

import type { Unsent } from '#web/offline/store/records.ts';
import { saveRecord } from '#web/offline/outbox/export-file.ts';
import type { OutboxKind } from '#web/offline/outbox/kind.ts';
import { allKinds, discardRecord, retryRecord } from '#web/offline/outbox/kinds.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { syncNow } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';

import { headingOf } from './kind-heading.ts';
import { MoreRecords } from './more-records.tsx';
import { useRecords } from './use-records.ts';

/**
 * Shows what the server refused for good, each with the reason and what the person can do: retry
 * it, save it as a file, or discard it after a warning (rule 32). Renders nothing when there is
 * nothing.
 */
export function RefusedRecords() {
  return allKinds.map((kind) => <OfKind key={kind.noun} kind={kind} />);
}

function OfKind({ kind }: { kind: OutboxKind }) {
  const refused = useRecords(kind, 'attention');
  if (!refused || refused.count === 0) return null;
  return (
    <Panel
      title={headingOf(kind, 'that need attention')}
      lead={`The server did not accept ${refused.count === 1 ? 'this one. It is' : 'these. They are'} safe on this device.`}
    >
      <RecordList>
        {refused.records.map((record, place) => (
          <Refused
            key={record.clientId}
            kind={kind}
            record={record}
            named={refused.names[place] ?? ''}
            question={refused.questions.get(record.clientId)}
          />
        ))}
      </RecordList>
      <MoreRecords {...refused} />
    </Panel>
  );
}

type Props = { kind: OutboxKind; record: Unsent };

type RefusedProps = Props & {
  /** The record's name in the names of its buttons. */
  named: string;
  question: string | undefined;
};

function Refused({ kind, record, named, question }: RefusedProps) {
  const { title, details } = kind.words(record, question);
  return (
    <RecordRow title={title} details={details} reason={record.reason}>
      <Button
        variant="light"
        aria-label={`Retry ${named}`}
        onClick={() => void retry({ kind, record })}
      >
        Retry
      </Button>
      {kind.exported(record) && (
        <Button
          variant="default"
          aria-label={`Export ${named}`}
          onClick={() => void onDevice('Export failed', () => saveRecord(kind, record))}
        >
          Export
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        aria-label={`Discard ${named}`}
        onClick={() => void discard({ kind, record })}
      >
        Discard
      </Button>
    </RecordRow>
  );
}

async function retry({ kind, record }: Props): Promise<void> {
  const isWaiting = await onDevice('Not sent again', () =>
    retryRecord(kind, currentStore(), record.clientId),
  );
  if (isWaiting) await syncNow();
}

async function discard({ kind, record }: Props): Promise<void> {
  const sure = await confirm({
    title: `Discard ${kind.noun}`,
    message: kind.words(record).lost,
    confirmLabel: `Discard ${kind.noun}`,
    danger: true,
  });
  if (sure)
    await onDevice('Not discarded', () => discardRecord(kind, currentStore(), record.clientId));
}
