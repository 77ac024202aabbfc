import { stages, type Stage } from '#domain/workflow/stages.ts';

import classes from './stage-badge.module.css';
import { StatusBadge } from './status-badge.tsx';
import { stageTones } from './tones.ts';

/** A stage in words, with its place among the six as a shape. */
export function StageBadge({ stage }: { stage: Stage }) {
  return (
    <StatusBadge tone={stageTones[stage]} icon={<StageSteps stage={stage} />}>
      {stage}
    </StatusBadge>
  );
}

/** Six small bars, filled as far as the stage. Takes the colour of the words beside it. */
export function StageSteps({ stage }: { stage: Stage }) {
  const reached = stages.indexOf(stage);
  return (
    <span className={classes.steps} aria-hidden>
      {stages.map((one, index) => (
        <span key={one} className={classes.step} data-reached={index <= reached} />
      ))}
    </span>
  );
}
