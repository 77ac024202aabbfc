import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import classes from './panel.module.css';

type Props = {
  title?: string;
  /** A line below the title. */
  lead?: ReactNode;
  /** Shown to the right of the title: a link, a button. */
  actions?: ReactNode;
  /** `none` lets a table reach the edges. */
  padding?: 'normal' | 'none';
  /** `compact` when several panels share a screen. */
  density?: 'normal' | 'compact';
  children: ReactNode;
};

/** Renders a surface for one topic, with a heading one level below the page's. */
export function Panel({ title, lead, actions, padding = 'normal', density, children }: Props) {
  const id = useId();
  return (
    <section
      className={classes.panel}
      data-density={density}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <header className={classes.head}>
          <div>
            <Title order={2} id={id} className={classes.title}>
              {title}
            </Title>
            {lead && <div className={classes.lead}>{lead}</div>}
          </div>
          {actions}
        </header>
      )}
      <div className={classes.body} data-padding={padding}>
        {children}
      </div>
    </section>
  );
}
