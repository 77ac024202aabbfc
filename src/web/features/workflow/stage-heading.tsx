import { Skeleton, Title } from '@mantine/core';

import { plural } from '#domain/plural.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { formatNumber } from '#web/lib/format.ts';
import { stageTones, toneMark } from '#web/ui/tones.ts';
import classes from './stage-column.module.css';

type Props = { id: string; stage: Stage; count: number | undefined };

/** Pixels. */
export const headHeight = 52;

/** A column's name, its place among the six, and how many hotels are in it. */
export function StageHeading({ id, stage, count }: Props) {
  return (
    <header className={classes.head}>
      <Title order={2} id={id} className={classes.stage}>
        {stage}
      </Title>
      {count === undefined ? (
        <Skeleton width={28} height={22} radius="xl" />
      ) : (
        <span className={classes.count}>
          {formatNumber(count)}
          <span className={classes.unseen}> {plural(count, 'hotel')}</span>
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
