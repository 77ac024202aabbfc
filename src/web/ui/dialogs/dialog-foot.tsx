import type { ReactNode } from 'react';

import classes from './dialog-foot.module.css';

/** Shows a dialog's buttons. They stay in reach however long the form above them is. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
