import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useCurrentUser } from '#web/lib/current-user.ts';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/logo.tsx';
import { useLogout } from '#web/features/auth/use-logout.ts';
import { FindAnything } from './find-anything.tsx';
import classes from './header.module.css';
import { HeaderButton } from './header-button.tsx';
import { BottomBar, TabRow } from './navigation.tsx';
import { OwnMenu } from './own-menu.tsx';
import { StartDialog, StartInterview } from './start-interview.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { SyncIndicator } from './sync-indicator.tsx';
import { SyncNow } from './sync-now.tsx';
import { tabsOf } from './tabs.ts';

/** The most tabs that leave room for the rest of the row in a small laptop's window. */
const fewTabs = 5;

/** Shows the header. Its parts are in the order in which a keyboard reaches them. */
export function Header() {
  const tabs = tabsOf(useCurrentUser());
  return (
    <header className={classes.header} data-tabs={tabs.length > fewTabs ? 'many' : 'few'}>
      <div className={classes.top}>
        <Link to={paths.dashboard} className={classes.brand}>
          <Logo size={34} />
          <span className={classes.brandWords}>
            <span className={classes.name}>Bellwether</span>{' '}
            <span className={classes.tagline}>Service Quality Support Management</span>
          </span>
        </Link>
        <TabRow tabs={tabs} />
        <div className={classes.tools}>
          <FindAnything place="header" />
          <StartInterview place="header" />
          <SyncIndicator />
          <SyncNow />
          <OwnMenu />
          <Logout />
        </div>
      </div>
      <StorageNotice />
      <BottomBar tabs={tabs} />
      <StartDialog />
    </header>
  );
}

function Logout() {
  const logout = useLogout();
  return <HeaderButton words="logout" label="Logout" icon={IconLogout} onClick={logout} />;
}
