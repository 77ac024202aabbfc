import { UnstyledButton } from '@mantine/core';
import { IconWifi } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords } from '#web/lib/format.ts';
import { clearPending, useSyncStatus, type SyncStatus } from '#web/offline/sync/sync-status.ts';
import { syncStateOf, syncWordsOf } from '#web/offline/sync/sync-words.ts';
import { paths } from '#web/paths.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { onDevice } from '#web/ui/notices/on-device.ts';
import { syncTones, toneMark } from '#web/ui/theme/tones.ts';

import classes from './sync-indicator.module.css';

/**
 * Shows "Online" above the sync state of this device, which links to the Sync Centre. When offline, only the
 * sync state says so.
 */
export function SyncIndicator() {
  const status = useSyncStatus();
  const person = useCurrentUser();
  return (
    <div className={classes.indicator} data-online={status.isOnline}>
      {status.isOnline && (
        <span className={classes.online}>
          <IconWifi size={14} stroke={2} aria-hidden />
          Online
        </span>
      )}
      <SyncState status={status} />
      {status.pendingCount > 0 && can(person, 'sync.clear') && (
        <UnstyledButton className={classes.clear} onClick={() => void askToClear(status)}>
          Clear
        </UnstyledButton>
      )}
    </div>
  );
}

function SyncState({ status }: { status: SyncStatus }) {
  const state = syncStateOf(status);
  const waiting = status.pendingCount + status.toDecideCount;
  return (
    <Link to={paths.sync} className={classes.link} title="Sync Centre">
      <span
        className={classes.dot}
        data-state={state}
        style={{ backgroundColor: toneMark(syncTones[state]) }}
        aria-hidden
      />
      <span className={classes.words}>
        {/* It has no role, because a role would keep the words out of the link's name. */}
        <span aria-live="polite">{syncWordsOf(status)}</span>{' '}
        {state === 'offline' && waiting > 0 && (
          <span className={classes.count}>{waiting} waiting</span>
        )}
        {/* Outside the live region, so that screen readers do not read out every number. */}
        {state === 'syncing' && status.toHandle > many && (
          <span className={classes.count}>
            {status.handled} of {status.toHandle}
          </span>
        )}
      </span>
    </Link>
  );
}

/** The progress is shown for more records than this. Fewer are sent before anyone could read it. */
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
  if (sure) await onDevice('Nothing was cleared', clearPending);
}
