import { Button, Loader } from '@mantine/core';

import classes from './loading.module.css';
import { Say } from './say.tsx';

/**
 * A page that is on its way. Its words show after a moment, so that a quick one does not blink; after
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
