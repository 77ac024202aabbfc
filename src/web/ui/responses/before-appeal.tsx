import { formatPercent } from '#web/lib/format.ts';

import classes from './before-appeal.module.css';

/** Shows, after a score, the score before the first upheld appeal. */
export function BeforeAppeal({
  response: { percentBeforeAppeal: percent },
}: {
  response: { percentBeforeAppeal?: number | null | undefined };
}) {
  if (percent === undefined) return null;
  return (
    <span className={classes.before}>
      {' '}
      ({percent === null ? 'not scored' : formatPercent(percent)} before appeal)
    </span>
  );
}
