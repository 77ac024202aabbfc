import { Link } from '@tanstack/react-router';

import classes from './analytics-tabs.module.css';
import type { ResultTab } from './results-view.ts';

const names: Readonly<Record<ResultTab, string>> = {
  overview: 'Overview',
  hotels: 'Hotels',
  questions: 'Questions',
};

/** The ways to the pictures. They are addresses: a tab can be shared, and Back leads to the one before. */
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
          // Else the overview, which names no tab, would be marked beside every other.
          activeOptions={{ exact: true, explicitUndefined: true }}
        >
          {names[tab]}
        </Link>
      ))}
    </nav>
  );
}
