import { Loader } from '@mantine/core';

import classes from './loading.module.css';

/** A page that is on its way. Its words show after a moment, so that a quick one does not blink. */
export function Loading() {
  return (
    <div className={classes.loading} role="status">
      <Loader size="md" aria-hidden />
      <span className={classes.words}>Loading…</span>
    </div>
  );
}
