import { VisuallyHidden } from '@mantine/core';

import { stages, type Stage } from '#domain/workflow/stages.ts';
import { stageTones, toneMark } from '#web/ui/tones.ts';
import classes from './hotel-page.module.css';

/** Shows the six stages as a line, filled up to the hotel's stage. */
export function StageLine({ stage }: { stage: Stage }) {
  const reached = stages.indexOf(stage);
  return (
    <ol className={classes.stages} aria-label="Stages">
      {stages.map((one, index) => (
        <li key={one} aria-current={one === stage ? 'step' : undefined}>
          <i
            aria-hidden
            style={index <= reached ? { backgroundColor: toneMark(stageTones[stage]) } : undefined}
          />
          <span>{one}</span>
          {index < reached && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
