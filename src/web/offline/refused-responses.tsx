import { Button } from '@mantine/core';

import { formatMoment } from '#web/lib/format.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';

import type { Envelope } from './database.ts';
import { exportEnvelope } from './export-envelope.ts';
import { MoreEnvelopes } from './more-envelopes.tsx';
import { discardEnvelope, retryEnvelope } from './outbox.ts';
import { currentStore } from './store.ts';
import { syncNow } from './sync-status.ts';
import { useEnvelopes } from './use-envelopes.ts';

/**
 * Responses that the server refused for good, each with its reason and what can be done: try again,
 * keep it as a file, or discard it knowingly (rule 32). Shows nothing where there are none.
 */
export function RefusedResponses() {
  const refused = useEnvelopes('needs-attention');
  if (!refused || refused.count === 0) return null;
  return (
    <Panel
      title="Responses that need attention"
      lead={`The server did not take ${refused.count === 1 ? 'this one. It is' : 'these. They are'} safe on this device.`}
    >
      <RecordList>
        {refused.envelopes.map((envelope) => (
          <Refused key={envelope.clientId} envelope={envelope} />
        ))}
      </RecordList>
      <MoreEnvelopes {...refused} />
    </Panel>
  );
}

function Refused({ envelope }: { envelope: Envelope }) {
  const { about, completedAt, reason } = envelope;
  const of = `of ${about.respondentName}`;
  return (
    <RecordRow
      title={`${about.respondentName}, ${about.hotelName}`}
      details={`${about.surveyTitle}, completed ${formatMoment(new Date(completedAt).toISOString())}`}
      reason={reason}
    >
      <Button
        variant="light"
        aria-label={`Retry the response ${of}`}
        onClick={() => void retry(envelope)}
      >
        Retry
      </Button>
      <Button
        variant="default"
        aria-label={`Export the response ${of}`}
        onClick={() => exportEnvelope(envelope)}
      >
        Export
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-label={`Discard the response ${of}`}
        onClick={() => void discard(envelope)}
      >
        Discard
      </Button>
    </RecordRow>
  );
}

async function retry({ clientId }: Envelope): Promise<void> {
  await retryEnvelope(currentStore(), clientId);
  await syncNow();
}

async function discard({ clientId, about }: Envelope): Promise<void> {
  const sure = await confirm({
    title: 'Discard response',
    message: `The response of ${about.respondentName} at ${about.hotelName} is on this device alone. Discarding it deletes it for good.`,
    confirmLabel: 'Discard response',
    danger: true,
  });
  if (sure) await discardEnvelope(currentStore(), clientId);
}
