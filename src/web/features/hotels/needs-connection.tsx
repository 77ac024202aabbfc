import { Alert } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';

import { useIsOnline } from '#web/offline/sync-status.ts';

/** Said before somebody types for nothing: hotels are changed on the server alone. */
export function NeedsConnection() {
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <Alert
      color="orange"
      mb="md"
      icon={<IconWifiOff size={20} stroke={1.6} aria-hidden />}
      title="This needs a connection"
    >
      Hotels are not changed offline. What you enter stays here while this dialog is open; save it
      when the connection is back.
    </Alert>
  );
}
