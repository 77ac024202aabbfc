import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

import type { Abandoned } from '#web/offline/store/records.ts';
import { elsewhereWords } from '#web/offline/outbox/elsewhere.ts';
import { forgetAbandoned } from '#web/offline/drafts/ended-here.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { Say } from '#web/ui/notices/say.tsx';
import classes from './completed-elsewhere.module.css';

/**
 * Shows interviews that were abandoned here but had already been completed on another device. Each
 * stays until the person has read it (rule 44). Renders nothing when there are none.
 */
export function NotAbandoned({ hotelId }: { hotelId?: number }) {
  const kept = useStored(
    (db) =>
      db.abandoned
        .filter((one) => one.elsewhere !== undefined && (hotelId ?? one.hotelId) === one.hotelId)
        .toArray(),
    [hotelId],
  );
  return kept?.map((one) => <Kept key={one.clientId} abandoned={one} />);
}

function Kept({ abandoned }: { abandoned: Abandoned }) {
  const { clientId, elsewhere, respondentName } = abandoned;
  const whose = respondentName ? ` with ${respondentName}` : '';
  const dismiss = () => onDevice('Not dismissed', () => forgetAbandoned(currentStore(), clientId));
  return (
    <Alert
      color="orange"
      role="group"
      icon={<IconInfoCircle aria-hidden />}
      title={`The interview${whose} was not abandoned`}
    >
      <Say words={`The interview${whose} was not abandoned`} />
      <div className={classes.elsewhere}>
        <p>
          {elsewhere && elsewhereWords(elsewhere)} Its answers are stored and stay. The copy on this
          device is gone.
        </p>
        <div className={classes.acts}>
          <Button variant="default" onClick={() => void dismiss()}>
            OK
          </Button>
        </div>
      </div>
    </Alert>
  );
}
