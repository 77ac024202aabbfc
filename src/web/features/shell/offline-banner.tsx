import { Button } from '@mantine/core';
import { IconCloudOff, IconLogin2 } from '@tabler/icons-react';

import { signOut } from '#web/lib/session.ts';
import { useSyncStatus } from '#web/offline/sync-status.ts';

import classes from './offline-banner.module.css';
import { UpdateNotice } from './update-notice.tsx';

/** At the bottom left: no connection, a sign-in that the server wants first, or a new version. */
export function OfflineBanner() {
  const { isOnline, needsSignIn } = useSyncStatus();
  return (
    <div role="status" className={classes.place}>
      {!isOnline && (
        <div className={classes.banner}>
          <IconCloudOff size={18} aria-hidden />
          Working offline - data will sync when connection restored
        </div>
      )}
      {isOnline && needsSignIn && (
        <div className={classes.banner}>
          <IconLogin2 size={18} aria-hidden />
          Sign in again to send what waits on this device
          <Button size="compact-sm" variant="white" onClick={() => void signOut()}>
            Sign In
          </Button>
        </div>
      )}
      {isOnline && !needsSignIn && <UpdateNotice />}
    </div>
  );
}
