import { Button, type ButtonProps } from '@mantine/core';

import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { useSyncNow } from '#web/lib/use-sync-now.ts';

/** Shows the button that sends the records waiting on this device. It is beside their list or count. */
export function SendNow({ variant }: Pick<ButtonProps, 'variant'>) {
  const isOnline = useIsOnline();
  const { isSyncing, isAsked, ask } = useSyncNow();
  return (
    <Button variant={variant} disabled={!isOnline || isAsked} onClick={ask}>
      {isSyncing ? 'Syncing...' : 'Send now'}
    </Button>
  );
}
