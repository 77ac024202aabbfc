import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './record-list.module.css';

/** Shows records in a list, each with its state and its buttons. */
export function RecordList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

type Props = {
  title: string;
  details: string;
  /** What is wrong with the record. */
  reason?: string | null;
  /** The record's state, and its buttons. */
  children: ReactNode;
};

export function RecordRow({ title, details, reason = null, children }: Props) {
  return (
    <li className={classes.one}>
      <div className={classes.words}>
        <strong>{title}</strong>
        <span>{details}</span>
        {reason !== null && (
          <span className={classes.reason}>
            <IconAlertTriangle size={16} aria-hidden /> {reason}
          </span>
        )}
      </div>
      <div className={classes.acts}>{children}</div>
    </li>
  );
}
