import { ActionIcon, Button } from '@mantine/core';
import { IconLogout, IconWifi } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useIsOnline } from '#web/offline/sync-status.ts';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/logo.tsx';

import { FindAnything } from './find-anything.tsx';
import classes from './header.module.css';
import { Navigation } from './navigation.tsx';
import { OwnMenu } from './own-menu.tsx';
import { StartInterview } from './start-interview.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { SyncIndicator } from './sync-indicator.tsx';
import { SyncNow } from './sync-now.tsx';
import { ThemeControl } from './theme-control.tsx';
import { useLogout } from '#web/features/auth/use-logout.ts';

export function Header() {
  return (
    <header className={classes.header}>
      <div className={classes.top}>
        <Link to={paths.dashboard} className={classes.brand}>
          <Logo size={38} />
          <span className={classes.brandWords}>
            <span className={classes.name}>Bellwether</span>
            <span className={classes.tagline}>Service Quality Support Management</span>
          </span>
        </Link>
        <div className={classes.status}>
          <OwnMenu />
          <OnlineIndicator />
          <SyncIndicator />
        </div>
        <div className={classes.actions}>
          <FindAnything place="header" />
          <StartInterview place="header" />
          <SyncNow />
          <span className={classes.own}>
            <ThemeControl />
            <Logout />
          </span>
        </div>
      </div>
      <StorageNotice />
      <Navigation />
    </header>
  );
}

/** Offline is said once, by the sync indicator beside it. */
function OnlineIndicator() {
  if (!useIsOnline()) return null;
  return (
    <span className={classes.online}>
      <IconWifi size={16} stroke={1.75} aria-hidden />
      Online
    </span>
  );
}

function Logout() {
  const logout = useLogout();
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        visibleFrom="lg"
        leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />}
        onClick={logout}
      >
        Logout
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        hiddenFrom="lg"
        aria-label="Logout"
        onClick={logout}
      >
        <IconLogout size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
}
