import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';

import { useSyncStatus } from '#web/offline/sync/sync-status.ts';
import { onServerWords } from '#web/offline/sync/sync-words.ts';
import { Say } from '#web/ui/notices/say.tsx';

/** Shows what the last sync could not do, and what the server still lists as pending. */
export function LastSyncTrouble() {
  const { isOnline, isSyncing, needsSignIn, problem, pendingOnServer } = useSyncStatus();
  // Offline, or when a sign-in is needed, the banner already shows the problem.
  if (!isOnline || isSyncing || needsSignIn) return null;
  const left = pendingOnServer !== null && pendingOnServer > 0 && onServerWords(pendingOnServer);
  if (problem !== null)
    return (
      <Alert
        color="orange"
        role="group"
        icon={<IconAlertTriangle aria-hidden />}
        title="The last sync did not do everything"
      >
        <Say words={`The last sync did not do everything. ${problem}`} />
        {problem} {left} Sync Now tries again; if it goes on, ask an Admin.
      </Alert>
    );
  if (!left) return null;
  return (
    <Alert
      color="blue"
      role="group"
      icon={<IconInfoCircle aria-hidden />}
      title="Not confirmed yet"
    >
      <Say words={`Not confirmed yet. ${left}`} />
      {left} Their devices have not confirmed that they dropped their copies. Sync Now confirms
      them.
    </Alert>
  );
}
