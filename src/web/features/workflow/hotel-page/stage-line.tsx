import { VisuallyHidden } from '@mantine/core';

import type { Cycle, Round } from '#domain/rounds/round.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { RoundPill } from '#web/features/workflow/rounds/round-pill.tsx';
import classesOfRounds from '#web/features/workflow/rounds/rounds.module.css';
import { shownRounds } from '#web/features/workflow/rounds/shown-rounds.ts';
import { useRounds } from '#web/features/workflow/rounds/use-rounds.ts';
import { countWords } from '#web/lib/format.ts';
import { stageTones, toneMark } from '#web/ui/theme/tones.ts';
import classes from './hotel-page.module.css';

/** The most rounds of one stage that are not folded. */
const mostPills = 3;

type Props = {
  hotelId: number;
  stage: Stage;
  /** True to show nothing when there are no rounds to show in the line. */
  onlyWithRounds?: boolean;
};

/**
 * Shows the six stages as a line, filled up to the hotel's stage. If people use cycles and rounds, it shows the
 * rounds of the present cycle at their stages, and the former cycles folded below.
 */
export function StageLine({ hotelId, stage, onlyWithRounds = false }: Props) {
  const rounds = useRounds(hotelId);
  const shown = rounds && shownRounds(rounds);
  const reached = stages.indexOf(stage);
  if (onlyWithRounds && !shown) return null;
  const of = { hotelId, approves: shown?.approves === true };
  return (
    <div>
      {shown && shown.former.length > 0 && (
        <p className={classes.cycle}>Cycle {shown.present.number}</p>
      )}
      <ol className={classes.stages} aria-label="Stages" data-rounds={shown ? true : undefined}>
        {stages.map((one, index) => (
          <li key={one} aria-current={one === stage ? 'step' : undefined}>
            <i
              aria-hidden
              style={
                index <= reached ? { backgroundColor: toneMark(stageTones[stage]) } : undefined
              }
            />
            <span>{one}</span>
            {index < reached && <VisuallyHidden>, done</VisuallyHidden>}
            {shown && (
              <FoldedPills
                {...of}
                rounds={shown.present.rounds.filter((round) => round.stage === one)}
              />
            )}
          </li>
        ))}
      </ol>
      {shown?.former.map((cycle) => (
        <details key={cycle.id} className={classesOfRounds.former}>
          <summary>{titleOf(cycle)}</summary>
          {cycle.outcome && <p>{cycle.outcome}</p>}
          {cycle.rounds.length === 0 && <p>No interviews</p>}
          <div className={classesOfRounds.pills}>
            <Pills {...of} rounds={cycle.rounds} />
          </div>
        </details>
      ))}
    </div>
  );
}

type PillsProps = { hotelId: number; approves: boolean; rounds: readonly Round[] };

/** Shows the first rounds of a stage, and the others folded below them. */
function FoldedPills({ rounds, ...of }: PillsProps) {
  const more = rounds.slice(mostPills);
  return (
    <>
      <Pills {...of} rounds={rounds.slice(0, mostPills)} />
      {more.length > 0 && (
        <details className={classesOfRounds.former}>
          <summary>{countWords(more.length, 'more round')}</summary>
          <Pills {...of} rounds={more} />
        </details>
      )}
    </>
  );
}

function Pills({ rounds, ...of }: PillsProps) {
  return rounds.map((round) => <RoundPill key={round.id} {...of} round={round} />);
}

/** Returns for example "Cycle 1, 2025": the year in which it ended. */
function titleOf({ number, beganAt, endedAt }: Cycle): string {
  return `Cycle ${number}, ${new Date(endedAt ?? beganAt).getFullYear()}`;
}
