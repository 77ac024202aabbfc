import { Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';

import { stages, type Stage } from '#domain/workflow/stages.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { Score } from '#web/ui/charts/score.tsx';
import { stageTones, toneMark } from '#web/ui/theme/tones.ts';
import { averageScore, type Cards } from './board-state.ts';
import classes from './stage-column.module.css';
import { StageCount } from './stage-count.tsx';

type Props = { id: string; stage: Stage; hotels: Cards | undefined };

/** Height in pixels. */
export const headHeight = 52;

/**
 * Shows a column's name, its place among the six stages, the number of its hotels and their average
 * score.
 */
export function StageHeading({ id, stage, hotels }: Props) {
  const line = usePortfolioLine();
  const average = useMemo(() => (hotels ? averageScore(hotels, line) : null), [hotels, line]);
  return (
    <header className={classes.head}>
      <Title order={2} id={id} className={classes.stage}>
        {stage}
      </Title>
      {hotels === undefined ? (
        <Skeleton width={28} height={22} radius="xl" />
      ) : (
        <StageCount count={hotels.length} />
      )}
      {average !== null && (
        <span className={classes.average} title="Average of the latest scores">
          <VisuallyHidden>Average score </VisuallyHidden>
          <Score percent={average} bare />
        </span>
      )}
      <span className={classes.steps} aria-hidden>
        {stages.slice(0, stages.indexOf(stage) + 1).map((reached) => (
          <span key={reached} style={{ backgroundColor: toneMark(stageTones[stage]) }} />
        ))}
      </span>
    </header>
  );
}
