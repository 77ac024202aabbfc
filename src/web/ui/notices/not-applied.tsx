import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

import { useStored } from '#web/lib/use-stored.ts';
import type { Receipt } from '#web/offline/store/records.ts';
import { noteTold, untoldCorrections } from '#web/offline/drafts/returned-drafts.ts';
import { currentStore } from '#web/offline/store/store.ts';
import classes from '#web/ui/responses/completed-elsewhere.module.css';
import { onDevice } from './on-device.ts';
import { Say } from './say.tsx';

/**
 * Shows the corrections of returned responses that arrived too late. Each stays until the person has
 * read it. Renders nothing when there are none.
 */
export function NotApplied() {
  const receipts = useStored(untoldCorrections);
  return receipts?.map((receipt) => <Told key={receipt.clientId} receipt={receipt} />);
}

function Told({ receipt }: { receipt: Receipt }) {
  const { respondentName, hotelName } = receipt.about;
  const dismiss = () => onDevice('Not dismissed', () => noteTold(currentStore(), receipt.clientId));
  const title = `The correction for ${respondentName}, ${hotelName}, was not applied`;
  return (
    <Alert color="orange" role="group" icon={<IconInfoCircle aria-hidden />} title={title}>
      <Say words={title} />
      <div className={classes.elsewhere}>
        <p>{notAppliedWords(receipt)}</p>
        <div className={classes.acts}>
          <Button variant="default" onClick={() => void dismiss()}>
            OK
          </Button>
        </div>
      </div>
    </Alert>
  );
}

/** Returns what became of a correction that was not applied; null when it was applied. */
export function notAppliedWords({ revises }: Pick<Receipt, 'revises'>): string | null {
  if (!revises || revises.outcome === 'applied') return null;
  return revises.outcome === 'kept'
    ? 'The round was approved before your correction arrived. The response stays as it was approved. Your correction is kept beside it for the reviewers.'
    : 'Before your correction arrived, the response was corrected on another device, or a reviewer took the return back. Your correction is stored as a response of its own, and counts once a reviewer accepts it.';
}
