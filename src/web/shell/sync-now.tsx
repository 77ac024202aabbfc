import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

import { countWords } from '#web/lib/format.ts';
import { syncNow, useSyncStatus } from '#web/offline/sync-status.ts';
import { syncFailureOf } from '#web/offline/sync-words.ts';
import { toast } from '#web/ui/toast.ts';

import classes from './sync-now.module.css';

const briefly = { duration: 1_000 };

/** Sends what waits on this device; an icon where room is scarce. */
export function SyncNow() {
  const { isSyncing } = useSyncStatus();
  const label = isSyncing ? 'Syncing...' : 'Sync Now';
  const icon = (
    <IconRefresh size={18} stroke={1.75} className={isSyncing ? classes.turning : ''} aria-hidden />
  );
  return (
    <>
      <Button
        variant="light"
        size="sm"
        visibleFrom="md"
        miw="8.5rem"
        leftSection={icon}
        disabled={isSyncing}
        onClick={() => void sync()}
      >
        {label}
      </Button>
      <ActionIcon
        variant="light"
        size={40}
        hiddenFrom="md"
        aria-label={label}
        disabled={isSyncing}
        onClick={() => void sync()}
      >
        {icon}
      </ActionIcon>
    </>
  );
}

async function sync() {
  const result = await syncNow();
  const failure = syncFailureOf(result);
  // Longer than a second: there is a reason to read.
  if (failure !== null) toast.error('Sync Failed', failure);
  else {
    const updated = countWords(result.synced, 'response');
    toast.success('Sync Complete', `Updated ${updated} to synced status`, briefly);
  }
}
