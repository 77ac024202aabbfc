import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './message-page.module.css';

type Props = { icon: ReactNode; title: string; children: ReactNode; actions?: ReactNode };

/** Shows a page that consists of one message. */
export function MessagePage({ icon, title, children, actions }: Props) {
  return (
    <div className={classes.page}>
      <title>{`${title} – Bellwether`}</title>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <Title order={1} className={classes.title}>
        {title}
      </Title>
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
