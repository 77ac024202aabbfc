import type { Verdict } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';
import { toneColors, verdictTones } from '#web/ui/tones.ts';
import classes from './score-and-verdict.module.css';

type Props = { percent: number | null; verdict: Verdict };

/** A score with its verdict below, where a row has no room for them side by side. */
export function ScoreAndVerdict({ percent, verdict }: Props) {
  const color = `var(--mantine-color-${toneColors[verdictTones[verdict]]}-light-color)`;
  return (
    <span className={classes.score} style={{ color }}>
      {percent !== null && <strong className={classes.percent}>{formatPercent(percent)} </strong>}
      {verdict}
    </span>
  );
}
