import { IconRefresh } from '@tabler/icons-react';

import { countWords } from '#web/lib/format.ts';
import type { SyncResult } from '#web/offline/sync/sync-status.ts';
import { syncFailureOf } from '#web/offline/sync/sync-words.ts';
import { useSyncNow } from '#web/lib/use-sync-now.ts';
import { toast } from '#web/ui/notices/toast.ts';

import { HeaderButton } from './header-button.tsx';
import classes from './sync-now.module.css';

const briefly = { duration: 1_000 };

/** Shows the button that sends the records waiting on this device. */
export function SyncNow() {
  const { isSyncing, isAsked, ask } = useSyncNow(tell);
  return (
    <HeaderButton
      words="sync"
      label={isSyncing ? 'Syncing...' : 'Sync Now'}
      icon={IconRefresh}
      className={classes.button ?? ''}
      data-turning={isSyncing}
      disabled={isAsked}
      onClick={ask}
    />
  );
}

function tell(result: SyncResult) {
  const failure = syncFailureOf(result);
  // This toast keeps the default duration and not the short one, because there is a reason to read.
  if (failure !== null) toast.error('Sync Failed', failure);
  else {
    const updated = countWords(result.synced, 'response');
    toast.success('Sync Complete', `Updated ${updated} to synced status`, briefly);
  }
}
