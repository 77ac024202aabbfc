import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconDeviceTablet, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { can } from '#domain/people/person.ts';
import { percentOf, verdictOf, type ResponsePoints } from '#domain/scoring/verdict.ts';
import { notAppliedWords } from '#web/ui/notices/not-applied.tsx';
import { CompletedElsewhere } from '#web/ui/responses/completed-elsewhere.tsx';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Envelope, Receipt } from '#web/offline/store/records.ts';
import { readHeld } from '#web/offline/outbox/interviews-held.ts';
import { useSyncStatus } from '#web/offline/sync/sync-status.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { exitPath, paths } from '#web/paths.ts';
import { Page } from '#web/ui/page.tsx';
import { Score, VerdictBadge } from '#web/ui/charts/score.tsx';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import { CompleteReport } from './complete-report.tsx';
import classes from './complete.module.css';
import { reportOf } from './weakest-answers.ts';

type Props = {
  clientId: string;
  /**
   * Starts the setup of the next interview at this hotel, with the same survey when one is given.
   */
  onStartNew: (surveyId?: number) => void;
};

/**
 * Shown when the interview is complete. Its response is on the server, or safe on this device until
 * it can be sent.
 */
export function CompletePhase({ clientId, onStartNew }: Props) {
  const stored = useStored((db) => readFinished(db, clientId), [clientId]);
  const guard = usePressGuard('complete');
  const { envelope, receipt, held, report } = stored ?? {};
  const lateWords = receipt && notAppliedWords(receipt);
  return (
    <Page title="Interview Complete" width="reading" takesFocus>
      <section className={classes.complete} aria-live="polite">
        {receipt && !lateWords && <Stored receipt={receipt} why={report?.why ?? null} />}
        {lateWords && <NotTaken words={lateWords} />}
        {envelope && <Waiting envelope={envelope} />}
        {envelope && envelope.state !== 'elsewhere' && report && (
          <Outcome points={report} why={report.why} />
        )}
        {stored && !receipt && !envelope && <Dropped />}
      </section>
      <div className={classes.ways}>
        {held && (
          <Button
            {...guard}
            className={classes.another ?? ''}
            size="lg"
            onClick={() => onStartNew(held.surveyId)}
          >
            Interview another person here
          </Button>
        )}
        <Button
          {...guard}
          size="lg"
          variant={held ? 'default' : 'filled'}
          onClick={() => onStartNew()}
        >
          Start New Interview
        </Button>
        {held?.hotelId != null && report && report.findings > 0 && (
          <ExitMeeting guard={guard} hotelId={held.hotelId} />
        )}
        <Button {...guard} size="lg" variant="default" component={Link} to={paths.workflow}>
          Return to Workflow
        </Button>
        <Button {...guard} size="lg" variant="default" component={Link} to={paths.results}>
          View Results
        </Button>
        <Button {...guard} size="lg" variant="default" component={Link} to={paths.dashboard}>
          Return to Dashboard
        </Button>
      </div>
      {report && envelope?.state !== 'elsewhere' && (
        <CompleteReport report={report} responseId={receipt?.responseId ?? null} />
      )}
    </Page>
  );
}

/** Leads to the exit meeting, which plans what is done about the findings. */
function ExitMeeting({ guard, hotelId }: { guard: object; hotelId: number }) {
  if (!can(useCurrentUser(), 'actions.write')) return null;
  return (
    <Button
      {...guard}
      size="lg"
      variant="default"
      renderRoot={(root) => <Link {...root} to={exitPath(hotelId)} preload={false} />}
    >
      Exit meeting
    </Button>
  );
}

/**
 * Reads the interview as this device completed it, and computes its figures. Without the edition
 * there are no figures.
 */
async function readFinished(db: OfflineDatabase, clientId: string) {
  const envelope = await db.envelopes.get(clientId);
  const receipt = await db.receipts.get(clientId);
  const record = envelope ?? receipt;
  const held = record ? readHeld(record) : null;
  const asked = record?.asked === undefined ? undefined : await db.editions.get(record.asked);
  const report = held && asked ? reportOf(held, asked.edition) : null;
  return { envelope, receipt, held, report };
}

function Stored({ receipt, why }: { receipt: Receipt; why: string | null }) {
  return (
    <>
      <IconCircleCheck size={40} stroke={1.6} className={classes.good} aria-hidden />
      <p className={classes.outcome}>
        The response of {receipt.about.respondentName} is stored on the server.
      </p>
      <Outcome points={receipt} why={why} />
    </>
  );
}

/** Shown when a correction arrived after its response was approved or corrected elsewhere. */
function NotTaken({ words }: { words: string }) {
  return (
    <>
      <IconInfoCircle size={40} stroke={1.6} className={classes.warn} aria-hidden />
      <p className={classes.outcome}>{words}</p>
    </>
  );
}

function Outcome({ points, why }: { points: ResponsePoints; why: string | null }) {
  const percent = percentOf(points);
  const verdict = verdictOf(points);
  return (
    <>
      {percent !== null && (
        <p className={classes.score}>
          <Score percent={percent} verdict={verdict} bare />
        </p>
      )}
      <VerdictBadge verdict={verdict} />
      {why !== null && verdict === 'Needs Review' && <p className={classes.why}>{why}</p>}
    </>
  );
}

/** Shown after the person has dropped the answers given on this device. */
function Dropped() {
  return (
    <>
      <IconCircleCheck size={40} stroke={1.6} className={classes.good} aria-hidden />
      <p className={classes.outcome}>
        The interview is stored as it was completed on the other device.
      </p>
    </>
  );
}

function Waiting({ envelope }: { envelope: Envelope }) {
  const { isOnline, isSyncing } = useSyncStatus();
  if (envelope.state === 'elsewhere') return <CompletedElsewhere envelope={envelope} />;
  if (envelope.state === 'needs-attention')
    return (
      <>
        <IconInfoCircle size={40} stroke={1.6} className={classes.warn} aria-hidden />
        <p className={classes.outcome}>
          The response is safe on this device, but the server refused it: {envelope.reason}
        </p>
      </>
    );
  if (isOnline && isSyncing)
    return (
      <>
        <Loader size={40} aria-hidden />
        <p className={classes.outcome}>Saved on this device. Sending it to the server…</p>
      </>
    );
  return (
    <>
      <IconDeviceTablet size={40} stroke={1.6} className={classes.warn} aria-hidden />
      <p className={classes.outcome}>Response saved offline and will sync when online</p>
      <p className={classes.soft}>It is safe on this device. You can close this page.</p>
    </>
  );
}
