import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import classes from './hotel-page.module.css';
import { hotelTabs, type HotelTab } from './hotel-page-view.ts';

const labels: Readonly<Record<HotelTab, string>> = {
  overview: 'Overview',
  interviews: 'Interviews',
  actions: 'Actions',
  evaluation: 'Evaluation and documents',
  history: 'History',
  evidence: 'Evidence',
};

type Props = { current: HotelTab; hasEvidence: boolean; hasActions: boolean };

/**
 * Shows the tabs of the page. Each tab has its own address. A hotel without actions has no tab Actions, and one
 * without evidence no tab Evidence. Only people who may read the audit trail have the tab History. If there is no
 * room for all tabs, the open one is scrolled into sight.
 */
export function HotelTabs({ current, hasEvidence, hasActions }: Props) {
  const person = useCurrentUser();
  const isLeftOut: Partial<Record<HotelTab, boolean>> = {
    actions: !hasActions,
    evidence: !hasEvidence,
    history: !can(person, 'audit.read'),
  };
  const isShown = (tab: HotelTab) => !isLeftOut[tab] || current === tab;
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // Wait for the next frame, when the browser has done its layout. Reading positions now would force an extra
    // one.
    const frame = requestAnimationFrame(() => {
      const open = row.current?.querySelector<HTMLElement>('[aria-current]');
      // Only the row is scrolled, and not the page.
      if (open) row.current?.scrollTo({ left: open.offsetLeft - row.current.offsetLeft });
    });
    return () => cancelAnimationFrame(frame);
  }, [current, hasEvidence, hasActions]);
  return (
    <nav ref={row} className={classes.tabs} aria-label="Hotel">
      {hotelTabs.filter(isShown).map((tab) => (
        <HotelTabLink key={tab} tab={tab} isCurrent={tab === current}>
          {labels[tab]}
        </HotelTabLink>
      ))}
    </nav>
  );
}

type LinkProps = { tab: HotelTab; isCurrent?: boolean; children: string };

/** Links to a tab of the page. */
export function HotelTabLink({ tab, isCurrent = false, children }: LinkProps) {
  return (
    <Link
      to="."
      search={tab === 'overview' ? {} : { tab }}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
      resetScroll={false}
      preload={false}
    >
      {children}
    </Link>
  );
}
