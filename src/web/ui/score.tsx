import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { passLine, verdictOfPercent, type Verdict } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';

import classes from './score.module.css';
import { StatusBadge } from './status-badge.tsx';
import { verdictTones } from './tones.ts';

type Props = {
  percent: number | null;
  /** Where it is not by the percent alone. */
  verdict?: Verdict;
  /** Leaves out the shape: the verdict stands beside the number in words. */
  bare?: boolean;
  /** What stands for the percent, such as points, or a link with it. */
  children?: ReactNode;
};

/** A score in the colour of its verdict, and with its shape: a tick, or a triangle below the line. */
export function Score({ percent, verdict = verdictOfPercent(percent), bare, children }: Props) {
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

/** The verdict in words. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return <StatusBadge tone={verdictTones[verdict]}>{verdict}</StatusBadge>;
}

/** How far a score reaches, beside its number; the stroke across it is the pass line. */
export function ScoreBar({ percent }: { percent: number | null }) {
  return (
    <span className={classes.bar} data-verdict={verdictOfPercent(percent)} aria-hidden>
      <i style={{ width: `${percent ?? 0}%` }} />
      <b style={{ left: `${passLine}%` }} />
    </span>
  );
}
