import { Button, Loader } from '@mantine/core';

import classes from './loading.module.css';
import { Say } from './say.tsx';

/**
 * Shows that a page is loading. It appears after a moment, so that fast pages do not flash. After
 * twelve seconds it says what helps.
 */
export function Loading() {
  return (
    <div className={classes.loading}>
      <Say words="Loading…" />
      <Loader size="md" aria-hidden />
      <span className={classes.words}>Loading…</span>
      <span className={classes.slow}>
        This takes longer than usual. Check the connection, then
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </span>
    </div>
  );
}
