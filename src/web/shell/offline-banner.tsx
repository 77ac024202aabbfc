import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconLogin2 } from '@tabler/icons-react';

import { signOut } from '#web/lib/session.ts';
import { storeIsStuck, useIsStoreStuck } from '#web/offline/store-state.ts';
import { useSyncStatus } from '#web/offline/sync-status.ts';

import classes from './offline-banner.module.css';
import { UpdateNotice } from './update-notice.tsx';

/** At the bottom left: a store that does not answer, no connection, a sign-in that the server wants first, or a new version. */
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

/** Nothing is saved on this device meanwhile, so it takes the place of everything else. */
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
