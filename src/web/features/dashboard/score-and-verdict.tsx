import type { Cause } from '#domain/scoring/causes.ts';
import { briefCauses } from '#domain/scoring/verdict-in-words.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';
import { Score } from '#web/ui/charts/score.tsx';
import classes from './score-and-verdict.module.css';

type Props = { percent: number | null; verdict: Verdict; causes?: readonly Cause[] | undefined };

/**
 * Shows a score with its verdict below, for rows without room for both side by side. After the verdict come
 * causes other than the score.
 */
export function ScoreAndVerdict({ percent, verdict, causes }: Props) {
  return (
    <span className={classes.score}>
      <Score percent={percent} verdict={verdict} bare>
        {percent !== null && <strong className={classes.percent}>{formatPercent(percent)} </strong>}
        {[verdict, ...briefCauses(causes)].join(' · ')}
      </Score>
    </span>
  );
}
