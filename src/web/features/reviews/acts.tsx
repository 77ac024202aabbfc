import type { ReactNode } from 'react';

import classes from './reviews.module.css';

type Props = {
  isOnline: boolean;
  /** The act, as the first word of the sentence about the connection: "Approving". */
  what: string;
  note?: string | false;
  children: ReactNode;
};

/** Shows the buttons for acts on a round. When offline, says that they need a connection. */
export function Acts({ isOnline, what, note, children }: Props) {
  return (
    <div className={classes.acts}>
      {children}
      {note && <span className={classes.soft}>{note}</span>}
      {!isOnline && <span className={classes.soft}>{what} needs a connection.</span>}
    </div>
  );
}
