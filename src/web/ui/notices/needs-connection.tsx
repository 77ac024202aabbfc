import { Alert } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useIsOnline } from '#web/offline/sync/sync-status.ts';

/**
 * Shows, while offline, that the form below can only be saved on the server, before somebody types
 * in vain.
 */
export function NeedsConnection({ children }: { children: ReactNode }) {
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <Alert
      color="orange"
      mb="md"
      icon={<IconWifiOff size={20} stroke={1.6} aria-hidden />}
      title="This needs a connection"
    >
      {children}
    </Alert>
  );
}
