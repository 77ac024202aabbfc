import { Link } from '@tanstack/react-router';

import classes from './analytics-tabs.module.css';
import type { ResultTab } from './results-view.ts';

const names: Readonly<Record<ResultTab, string>> = {
  overview: 'Overview',
  hotels: 'Hotels',
  questions: 'Questions',
  standards: 'Standards',
};

/**
 * Shows the tabs of the charts. A tab is an address, so it can be shared, and Back returns to the
 * one before.
 */
export function AnalyticsTabs({
  tabs,
  current,
}: {
  tabs: readonly ResultTab[];
  current: ResultTab;
}) {
  return (
    <nav className={classes.tabs} aria-label="Analytics">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="."
          search={(before: Record<string, unknown>) => ({
            ...before,
            tab: tab === 'overview' ? undefined : tab,
          })}
          resetScroll={false}
          preload={false}
          className={classes.tab}
          aria-current={tab === current ? 'page' : undefined}
          // Overview's address names no tab. Without these options the router would mark Overview
          // together with every other tab.
          activeOptions={{ exact: true, explicitUndefined: true }}
        >
          {names[tab]}
        </Link>
      ))}
    </nav>
  );
}
