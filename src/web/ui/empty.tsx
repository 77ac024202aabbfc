import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './empty.module.css';

type Props = {
  title: string;
  /** What would stand here, and what it is for. */
  text?: ReactNode;
  /** The one button that begins. */
  action?: ReactNode;
  icon?: ReactNode;
};

/** Nothing to show, and that is no fault. */
export function Empty({ title, text, action, icon }: Props) {
  return (
    <div className={classes.empty}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Title order={3}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
