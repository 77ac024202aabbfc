import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { verdictOfPercent, type Verdict } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { verdictTones } from '#web/ui/theme/tones.ts';

import classes from './score.module.css';

type Props = {
  percent: number | null;
  /** The verdict, needed for one response's score. Without it the portfolio's pass line decides. */
  verdict?: Verdict;
  /** Leaves out the shape, because the verdict is written next to the number. */
  bare?: boolean;
  /** Shown instead of the percent, such as points or a link. */
  children?: ReactNode;
};

/**
 * Shows a score in the colour of its verdict, with a shape: a tick for Pass, a triangle below the
 * pass line.
 */
export function Score({ percent, verdict: given, bare, children }: Props) {
  const line = usePortfolioLine();
  const verdict = given ?? verdictOfPercent(percent, line);
  const Shape = verdict === 'Pass' ? IconCheck : IconAlertTriangle;
  return (
    <span className={classes.score} data-verdict={verdict}>
      {children ?? formatPercent(percent)}
      {!bare && verdict !== 'Not scored' && (
        <Shape className={classes.shape} stroke={2.25} role="img" aria-label={verdict} />
      )}
    </span>
  );
}

/** Shows the verdict in words. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return <StatusBadge tone={verdictTones[verdict]}>{verdict}</StatusBadge>;
}

/** Shows an average as a bar, with a line across it at the portfolio's line. */
export function ScoreBar({ percent }: { percent: number | null }) {
  const line = usePortfolioLine();
  return (
    <span className={classes.bar} data-verdict={verdictOfPercent(percent, line)} aria-hidden>
      <i style={{ width: `${percent ?? 0}%` }} />
      <b style={{ left: `${line}%` }} />
    </span>
  );
}
