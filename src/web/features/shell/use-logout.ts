import { signOut } from '#web/lib/session.ts';
import { useSyncStatus } from '#web/offline/sync-status.ts';
import { confirm } from '#web/ui/confirm.tsx';

/** Signs out; with unsent work on the device, asks first (rule 30). */
export function useLogout(): () => Promise<void> {
  const { pendingCount } = useSyncStatus();
  return async () => {
    if (pendingCount > 0 && !(await askToLeave(pendingCount))) return;
    await signOut();
  };
}

function askToLeave(pendingCount: number): Promise<boolean> {
  const what = pendingCount === 1 ? '1 response has' : `${pendingCount} responses have`;
  return confirm({
    title: 'Log out with unsent work?',
    message: `${what} not reached the server yet. They stay on this device and are sent when you sign in here again.`,
    confirmLabel: 'Log out',
    cancelLabel: 'Stay signed in',
  });
}
