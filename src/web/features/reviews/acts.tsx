import type { ReactNode } from 'react';

import classes from './reviews.module.css';

type Props = {
  isOnline: boolean;
  /** The act, as the sentence about the connection begins: "Approving". */
  what: string;
  note?: string | false;
  children: ReactNode;
};

/** Shows buttons for acts on a round, and says where they need a connection. */
export function Acts({ isOnline, what, note, children }: Props) {
  return (
    <div className={classes.acts}>
      {children}
      {note && <span className={classes.soft}>{note}</span>}
      {!isOnline && <span className={classes.soft}>{what} needs a connection.</span>}
    </div>
  );
}
