import { Menu, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';

import { paths } from '#web/paths.ts';
import { MenuChoices } from '#web/ui/menu-choices.tsx';

import classes from './navigation.module.css';
import { StartInterview } from './start-interview.tsx';
import type { Tab } from './tabs.ts';

/** Shows the role's screens as a row in the header. */
export function TabRow({ tabs }: { tabs: Tab[] }) {
  return (
    <nav className={classes.row} aria-label="Screens">
      {tabs.map((tab) => (
        <RowTab key={tab.path} tab={tab} />
      ))}
    </nav>
  );
}

function RowTab({ tab }: { tab: Tab }) {
  return (
    <Link to={tab.path} className={classes.rowTab} aria-current={useIsCurrent(tab) || undefined}>
      {tab.label}
    </Link>
  );
}

/** Shows the role's screens as a bar under a phone's thumb. */
export function BottomBar({ tabs }: { tabs: Tab[] }) {
  // With text at twice its size, fewer tabs fit.
  const mostInBar = useMediaQuery('(max-width: 17em)', false, now) ? 2 : 5;
  const fits = tabs.length <= mostInBar;
  const inBar = fits ? tabs : tabs.slice(0, mostInBar - 1);
  const middle = Math.floor((inBar.length + (fits ? 0 : 1)) / 2);
  return (
    <nav className={classes.bar} aria-label="Screens">
      {inBar.slice(0, middle).map((tab) => (
        <BarTab key={tab.path} tab={tab} />
      ))}
      <StartInterview place="bar" />
      {inBar.slice(middle).map((tab) => (
        <BarTab key={tab.path} tab={tab} />
      ))}
      {!fits && <MoreTabs tabs={tabs.slice(mostInBar - 1)} />}
    </nav>
  );
}

function BarTab({ tab }: { tab: Tab }) {
  return (
    <Link to={tab.path} className={classes.barTab} aria-current={useIsCurrent(tab) || undefined}>
      <tab.icon size={24} stroke={1.6} aria-hidden />
      {tab.label}
    </Link>
  );
}

function MoreTabs({ tabs }: { tabs: Tab[] }) {
  const { pathname } = useLocation();
  const isWithin = tabs.some(({ path }) => path === pathname);
  return (
    <Menu position="top-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.barTab} data-current={isWithin}>
          <IconDots size={24} stroke={1.6} aria-hidden />
          More
        </UnstyledButton>
      </Menu.Target>
      <MenuChoices>
        {tabs.map((tab) => (
          <Menu.Item
            key={tab.path}
            component={Link}
            to={tab.path}
            className={classes.moreTab}
            leftSection={<tab.icon size={20} stroke={1.6} aria-hidden />}
          >
            {tab.label}
          </Menu.Item>
        ))}
      </MenuChoices>
    </Menu>
  );
}

/** Read the value before the first paint, so that the bar does not change after it. */
const now = { getInitialValueInEffect: false };

/** Returns `page` when the tab's screen is shown. `/app` itself shows Results. */
function useIsCurrent(tab: Tab): 'page' | false {
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/, '') });
  const shown = pathname === paths.app ? paths.results : pathname;
  return shown === tab.path && 'page';
}
