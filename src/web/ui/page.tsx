import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { focusOn } from './focus-on.ts';
import { NotRefreshed } from './notices/not-refreshed.tsx';
import classes from './page.module.css';

type Props = {
  title: string;
  /** The window's title, if it differs from the page's. */
  windowTitle?: string;
  /** One line below the title: what this page is for, or what it now shows. */
  lead?: ReactNode;
  /** Buttons to the right of the title. Below it on a phone. */
  actions?: ReactNode;
  /**
   * `full` begins at the header's left edge, so that no title moves from screen to screen. `reading`
   * is for the interview, which has no header: a narrow column in the middle of the window.
   */
  width?: 'full' | 'reading';
  /**
   * True when the title gets the focus as the page appears, because the page replaces the element that had it.
   */
  takesFocus?: boolean;
  children: ReactNode;
};

/** Renders a screen's frame: its title, which is also the window's, and its content. */
export function Page({
  title,
  windowTitle = title,
  lead,
  actions,
  width = 'full',
  takesFocus = false,
  children,
}: Props) {
  return (
    <div className={classes.page} data-width={width}>
      <title>{`${windowTitle} – Bellwether`}</title>
      <header className={classes.head}>
        <div className={classes.words}>
          <Title order={1} {...(takesFocus && { ref: beginAt, tabIndex: -1 })}>
            {title}
          </Title>
          {lead && <div className={classes.lead}>{lead}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <NotRefreshed />
      {children}
    </div>
  );
}

/** Focuses the title, and scrolls to the top: the page that was replaced may have been scrolled to its end. */
function beginAt(title: HTMLElement | null): void {
  if (!title) return;
  window.scrollTo({ top: 0 });
  focusOn(title);
}
