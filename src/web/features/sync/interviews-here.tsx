import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { formatAgo } from '#web/lib/format.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { interviewPath } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RecordList, RecordRow } from '#web/ui/record-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { syncTones } from '#web/ui/theme/tones.ts';

/** Shows interviews under way on this device. Renders nothing when there are none. */
export function InterviewsHere() {
  const drafts = useStored(async (db) =>
    (await db.drafts.toCollection().sortBy('updatedAt')).reverse(),
  );
  if (!drafts || drafts.length === 0) return null;
  return (
    <Panel
      title="Interviews under way"
      lead="Each one is stored here, and copied to the server so that you can resume it on another device."
    >
      <RecordList>
        {drafts.map((draft) => (
          <UnderWay key={draft.clientId} draft={draft} />
        ))}
      </RecordList>
    </Panel>
  );
}

function UnderWay({ draft }: { draft: Draft }) {
  const now = useNow();
  const { clientId, hotelId, hotel, edition, respondentName, updatedAt, copyRefused, elsewhere } =
    draft;
  return (
    <RecordRow
      title={`${respondentName}, ${hotel.hotelName}`}
      details={`${edition.title}, last changed ${formatAgo(new Date(updatedAt).toISOString(), now)}`}
      reason={copyRefused}
    >
      <CopyState draft={draft} />
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link {...props} to={interviewPath(hotelId)} search={{ resume: clientId }} />
        )}
        aria-label={
          elsewhere
            ? `See what was stored of the interview with ${respondentName}`
            : `Resume the interview with ${respondentName}`
        }
      >
        {elsewhere ? 'See what was stored' : 'Resume'}
      </Button>
    </RecordRow>
  );
}

function CopyState({ draft: { copy, copyRefused, revision, elsewhere } }: { draft: Draft }) {
  if (elsewhere) return <StatusBadge tone="warn">Completed on another device</StatusBadge>;
  if (copyRefused !== null) return <StatusBadge tone="warn">On this device only</StatusBadge>;
  if (copy === null || copy.revision < revision)
    return <StatusBadge tone={syncTones.pending}>Copy waits to be sent</StatusBadge>;
  return <StatusBadge tone={syncTones.synced}>Copied to the server</StatusBadge>;
}
