import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { clearPending, useSyncStatus, type SyncStatus } from '#web/offline/sync-status.ts';
import { syncStateOf, syncWordsOf } from '#web/offline/sync-words.ts';
import { paths } from '#web/paths.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { syncTones, toneMark } from '#web/ui/tones.ts';

import classes from './sync-indicator.module.css';

/** What becomes of the responses of this device, in a dot and in words; the way to all of it. */
export function SyncIndicator() {
  const status = useSyncStatus();
  const person = useCurrentUser();
  const state = syncStateOf(status);
  const waiting = status.pendingCount + status.toDecideCount;
  return (
    <div className={classes.indicator}>
      <Link to={paths.sync} className={classes.link} title="Sync Centre">
        <span
          className={classes.dot}
          data-state={state}
          style={{ backgroundColor: toneMark(syncTones[state]) }}
          aria-hidden
        />
        {/* Without a role, which would keep the words out of the link's name. */}
        <span aria-live="polite">{syncWordsOf(status)}</span>{' '}
        {state === 'offline' && waiting > 0 && (
          <span className={classes.waiting}>{waiting} waiting</span>
        )}
        {/* Beside what is read out: nobody wants to hear it count. */}
        {state === 'syncing' && status.toHandle > many && (
          <span className={classes.howFar}>
            {status.handled} of {status.toHandle}
          </span>
        )}
      </Link>
      {status.pendingCount > 0 && can(person, 'sync.clear') && (
        <UnstyledButton className={classes.clear} onClick={() => void askToClear(status)}>
          Clear
        </UnstyledButton>
      )}
    </div>
  );
}

/** Fewer are sent before one could read how many. */
const many = 10;

async function askToClear({ pendingCount, pendingWords }: SyncStatus) {
  const isOnlyResponses = pendingWords === countWords(pendingCount, 'response');
  const sure = await confirm({
    title: 'Clear pending data',
    message: `Clear all pending sync data? This will permanently remove any unsynced survey responses.${
      isOnlyResponses ? '' : ` On this device: ${pendingWords}.`
    }`,
    confirmLabel: 'Clear all',
    danger: true,
  });
  if (sure) await clearPending();
}
