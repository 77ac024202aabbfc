import type { ReactNode } from 'react';

import classes from './dialog-foot.module.css';

/**
 * Shows a dialog's buttons. They stay in reach however long the form above them is. Toasts find them by the data
 * attribute, to stay off them.
 */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className={classes.foot} data-dialog-foot>
      {children}
    </div>
  );
}
