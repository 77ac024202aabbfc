import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconLogin2 } from '@tabler/icons-react';

import { signOut } from '#web/lib/session.ts';
import { storeIsStuck, useIsStoreStuck } from '#web/offline/store/store-state.ts';
import { useSyncStatus } from '#web/offline/sync/sync-status.ts';

import classes from './offline-banner.module.css';
import { UpdateNotice } from './update-notice.tsx';

/**
 * Shows one of these at the bottom left: the device's store does not respond, there is no
 * connection, the server wants a sign-in first, or a new version is ready.
 */
export function OfflineBanner() {
  const { isOnline, needsSignIn } = useSyncStatus();
  const isStuck = useIsStoreStuck();
  if (isStuck) return <StoreNotice />;
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

/**
 * Shows that the store does not respond. It replaces every other notice, because meanwhile nothing
 * is saved on this device.
 */
function StoreNotice() {
  return (
    <div role="alert" className={classes.place}>
      <div className={classes.banner}>
        <IconAlertTriangle size={18} aria-hidden className={classes.icon} />
        {storeIsStuck}
        <Button size="compact-sm" variant="white" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  );
}
