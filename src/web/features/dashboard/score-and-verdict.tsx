import type { Verdict } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';
import { Score } from '#web/ui/score.tsx';
import classes from './score-and-verdict.module.css';

type Props = { percent: number | null; verdict: Verdict };

/** Shows a score with its verdict below, where a row has no room for them side by side. */
export function ScoreAndVerdict({ percent, verdict }: Props) {
  return (
    <span className={classes.score}>
      <Score percent={percent} verdict={verdict} bare>
        {percent !== null && <strong className={classes.percent}>{formatPercent(percent)} </strong>}
        {verdict}
      </Score>
    </span>
  );
}
