import { Button, type ButtonProps } from '@mantine/core';

import { useIsOnline } from '#web/offline/sync-status.ts';
import { useSyncNow } from '#web/lib/use-sync-now.ts';

/** Sends what waits on this device, beside the list or the count of it. */
export function SendNow({ variant }: Pick<ButtonProps, 'variant'>) {
  const isOnline = useIsOnline();
  const { isSyncing, isAsked, ask } = useSyncNow();
  return (
    <Button variant={variant} disabled={!isOnline || isAsked} onClick={ask}>
      {isSyncing ? 'Syncing...' : 'Send now'}
    </Button>
  );
}
