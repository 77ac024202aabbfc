import { Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconDeviceTablet, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { percentOf, verdictOf } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';
import { CompletedElsewhere } from '#web/ui/completed-elsewhere.tsx';
import type { Envelope, Receipt } from '#web/offline/database.ts';
import { useSyncStatus } from '#web/offline/sync-status.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/ui/page.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { verdictTones } from '#web/ui/tones.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import classes from './complete.module.css';

type Props = { clientId: string; onStartNew: () => void };

/** The interview is done and safe: on the server with its score, or here until it can be sent. */
export function CompletePhase({ clientId, onStartNew }: Props) {
  const stored = useStored(
    async (db) => ({
      envelope: await db.envelopes.get(clientId),
      receipt: await db.receipts.get(clientId),
    }),
    [clientId],
  );
  const guard = usePressGuard('complete');
  return (
    <Page title="Interview Complete" width="narrow" takesFocus>
      <section className={classes.complete} aria-live="polite">
        {stored?.receipt && <Stored receipt={stored.receipt} />}
        {stored?.envelope && <Waiting envelope={stored.envelope} />}
        {stored && !stored.receipt && !stored.envelope && <Dropped />}
      </section>
      <div className={classes.ways}>
        <Button {...guard} size="lg" onClick={onStartNew}>
          Start New Interview
        </Button>
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
    </Page>
  );
}

function Stored({ receipt }: { receipt: Receipt }) {
  const percent = percentOf(receipt);
  const verdict = verdictOf(receipt);
  return (
    <>
      <IconCircleCheck size={40} stroke={1.6} className={classes.good} aria-hidden />
      <p className={classes.outcome}>
        The response of {receipt.about.respondentName} is stored on the server.
      </p>
      {percent !== null && <p className={classes.score}>{formatPercent(percent)}</p>}
      <StatusBadge tone={verdictTones[verdict]}>{verdict}</StatusBadge>
    </>
  );
}

/** The person has dropped the answers given here. */
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
