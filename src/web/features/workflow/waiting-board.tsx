import { Skeleton } from '@mantine/core';
import { useId } from 'react';

import { stages, type Stage } from '#domain/workflow/stages.ts';
import classes from './drag-board.module.css';
import { cardPitch } from './hotel-card.tsx';
import columnClasses from './stage-column.module.css';
import { StageHeading } from './stage-heading.tsx';
import { useFillHeight } from './use-fill-height.ts';

/** Shows the six columns in the shape of `DragBoard` until the cards have arrived. */
export function WaitingBoard({ isWide }: { isWide: boolean }) {
  const board = useFillHeight();
  return (
    <div ref={board}>
      <div className={classes.board} data-wide={isWide}>
        {stages.map((stage) => (
          <WaitingColumn key={stage} stage={stage} />
        ))}
      </div>
    </div>
  );
}

function WaitingColumn({ stage }: { stage: Stage }) {
  const id = useId();
  return (
    <section className={columnClasses.column} aria-labelledby={id}>
      <StageHeading id={id} stage={stage} hotels={undefined} />
      <div className={columnClasses.cards} aria-hidden>
        {[1, 2, 3, 4, 5].map((one) => (
          <Skeleton key={one} height={cardPitch - 6} mb={6} radius="md" />
        ))}
      </div>
    </section>
  );
}
