import { stages, type Stage } from '#domain/workflow/stages.ts';

import classes from './stage-badge.module.css';
import { StatusBadge } from './status-badge.tsx';
import { stageTones } from './theme/tones.ts';

/** Shows a stage in words, with its place among the six as a shape. */
export function StageBadge({ stage }: { stage: Stage }) {
  return (
    <StatusBadge tone={stageTones[stage]} icon={<StageSteps stage={stage} />}>
      {stage}
    </StatusBadge>
  );
}

/** Shows six small bars, filled up to the stage, in the colour of the text beside them. */
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
