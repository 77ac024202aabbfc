import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { responseDetailSchema, type ResponseDetail } from '#domain/responses/response.ts';
import { call, isNotFound } from '#web/lib/api.ts';
import { findDifferences, ownAnswers, type Difference } from '#web/offline/outbox/corrections.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { elsewhereWords } from '#web/offline/outbox/elsewhere.ts';
import { saveRecord } from '#web/offline/outbox/export-file.ts';
import { discardRecord, kinds } from '#web/offline/outbox/kinds.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import { ServerBesideOwn } from './server-beside-own.tsx';
import classes from './completed-elsewhere.module.css';
import { KeepAsCorrection } from './keep-as-correction.tsx';

/**
 * Shows an interview that two devices completed (rule 44), on the device that came second. It shows
 * the stored answers beside those given here and lets the person decide about the latter.
 */
export function CompletedElsewhere({ envelope }: { envelope: Envelope }) {
  const { elsewhere } = envelope;
  const responseId = elsewhere?.responseId ?? null;
  const stored = useQuery({
    queryKey: ['completed elsewhere', responseId],
    queryFn: ({ signal }) =>
      call({ path: `/api/responses/${responseId}`, schema: responseDetailSchema, signal }),
    enabled: responseId !== null,
    staleTime: 0,
  });
  const isHidden = responseId === null || isNotFound(stored.error);
  return (
    <div className={classes.elsewhere}>
      <p className={classes.told}>{elsewhere && elsewhereWords(elsewhere)}</p>
      {isHidden && <Hidden envelope={envelope} />}
      {!isHidden && stored.error && (
        <LoadError
          title="The stored answers could not be loaded"
          error={stored.error}
          onRetry={() => void stored.refetch()}
        />
      )}
      {!isHidden && !stored.error && !stored.data && <Skeleton height={160} />}
      {stored.data && !isHidden && <Beside envelope={envelope} stored={stored.data} />}
    </div>
  );
}

function Hidden({ envelope }: { envelope: Envelope }) {
  return (
    <>
      <p>
        You cannot see what was stored there. Keep your answers as a file for an Admin, or drop
        them.
      </p>
      <div className={classes.acts}>
        <KeepAsFile envelope={envelope} />
        <Drop envelope={envelope} />
      </div>
    </>
  );
}

type Props = { envelope: Envelope; stored: ResponseDetail };

function Beside({ envelope, stored }: Props) {
  const own = ownAnswers(envelope);
  const differences = findDifferences(stored, own.answers);
  const hasOtherNotes = own.notes !== '' && own.notes !== stored.notes;
  if (differences.length === 0 && !hasOtherNotes)
    return <NothingDiffers {...{ envelope, stored }} />;
  return (
    <>
      <StoredScore stored={stored} />
      <Differences
        differences={differences}
        notes={hasOtherNotes ? { own: own.notes, stored: stored.notes } : null}
      />
      <Decision {...{ envelope, stored, differences, hasOtherNotes }} />
    </>
  );
}

function StoredScore({ stored: { percent, verdict } }: Pick<Props, 'stored'>) {
  return (
    <p className={classes.score}>
      Stored: {percent !== null && <Score percent={percent} verdict={verdict} bare />}{' '}
      <VerdictBadge verdict={verdict} />
    </p>
  );
}

function NothingDiffers({ envelope, stored }: Props) {
  const close = () =>
    onDevice('Not closed', () => discardRecord(kinds.response, currentStore(), envelope.clientId));
  return (
    <>
      <StoredScore stored={stored} />
      <p>Every answer that you gave here is stored there as well. There is nothing to decide.</p>
      <div className={classes.acts}>
        <Button onClick={() => void close()}>Close</Button>
      </div>
    </>
  );
}

type Notes = { own: string; stored: string };

function Differences({
  differences,
  notes,
}: {
  differences: readonly Difference[];
  notes: Notes | null;
}) {
  return (
    <dl className={classes.differences}>
      {differences.map(({ question, own, stored, answer }) => (
        <Stored key={answer.questionId} name={question} stored={stored} own={own} />
      ))}
      {notes && <Stored name="Interview Notes" stored={notes.stored || null} own={notes.own} />}
    </dl>
  );
}

function Stored({ name, stored, own }: { name: string; stored: string | null; own: string }) {
  return (
    <ServerBesideOwn
      name={name}
      serverLabel="Stored"
      server={stored ?? 'No answer'}
      isMissing={stored === null}
      own={own}
    />
  );
}

type DecisionProps = Props & { differences: readonly Difference[]; hasOtherNotes: boolean };

function Decision({ envelope, stored, differences, hasOtherNotes }: DecisionProps) {
  const right = stored.canCorrect ?? 'no';
  const canKeep = right !== 'no' && differences.length > 0;
  const who = stored.conductedBy ?? 'Whoever completed it';
  return (
    <>
      {right === 'no' && (
        <p>
          {who} can correct it for a short time after completing it, and an Admin at any time. Keep
          your answers as a file for them, or drop them.
        </p>
      )}
      {hasOtherNotes && right !== 'no' && (
        <p>Notes are not part of a correction. Copy them, or keep a file, if they are needed.</p>
      )}
      {canKeep && (
        <KeepAsCorrection
          envelope={envelope}
          responseId={stored.id}
          needsReason={right === 'with-reason'}
          answers={differences.map(({ answer }) => answer)}
        />
      )}
      <div className={classes.acts}>
        {(right === 'no' || hasOtherNotes) && <KeepAsFile envelope={envelope} />}
        <Drop envelope={envelope} />
      </div>
    </>
  );
}

function KeepAsFile({ envelope }: { envelope: Envelope }) {
  const keep = () => onDevice('Export failed', () => saveRecord(kinds.response, envelope));
  return (
    <Button variant="default" onClick={() => void keep()}>
      Keep my answers as a file
    </Button>
  );
}

function Drop({ envelope: { clientId, about } }: { envelope: Envelope }) {
  const drop = async () => {
    const sure = await confirm({
      title: 'Drop my answers',
      message: `The answers of ${about.respondentName} that were given on this device will be deleted. What was completed on the other device stays.`,
      confirmLabel: 'Drop my answers',
      danger: true,
    });
    if (sure)
      await onDevice('Not dropped', () => discardRecord(kinds.response, currentStore(), clientId));
  };
  return (
    <Button variant="subtle" color="red" onClick={() => void drop()}>
      Drop my answers
    </Button>
  );
}
