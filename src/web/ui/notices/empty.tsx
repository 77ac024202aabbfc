import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './empty.module.css';

type Props = {
  title: string;
  /** What would be shown here, and what it is for. */
  text?: ReactNode;
  /** The button that creates the first record. */
  action?: ReactNode;
  icon?: ReactNode;
};

/** Shows that there is nothing to show yet, which is not an error. */
export function Empty({ title, text, action, icon }: Props) {
  return (
    <div className={classes.empty} data-empty>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Title order={3}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
