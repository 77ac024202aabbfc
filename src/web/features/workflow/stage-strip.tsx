import { UnstyledButton } from '@mantine/core';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';

import { stages, type Stage } from '#domain/workflow/stages.ts';
import { stageTones, toneMark } from '#web/ui/theme/tones.ts';
import type { Columns } from './board-state.ts';
import classes from './phone-board.module.css';
import { StageCount } from './stage-count.tsx';

type Props = {
  /** The beginning of the panels' ids. Each panel's id is this text followed by the stage's place. */
  id: string;
  columns: Columns;
  shown: Stage;
  onStage: (stage: Stage) => void;
};

export const tabId = (id: string, stage: Stage) => `${id}-tab-${stages.indexOf(stage)}`;

/**
 * Shows the six stages with the number of hotels in each. They are a single Tab stop, and arrow keys move
 * between them.
 */
export function StageStrip({ id, columns, shown, onStage }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const at = stages.indexOf(shown);
  useLayoutEffect(() => {
    const [element, tab] = [strip.current, strip.current?.children[at]];
    if (!element || !(tab instanceof HTMLElement)) return;
    // Scroll the tab to the middle, so that its neighbours show that there are more.
    element.scrollTo({ left: tab.offsetLeft - (element.clientWidth - tab.offsetWidth) / 2 });
  }, [at]);
  const go = (event: KeyboardEvent) => {
    const stage = stages[targetOf(event.key, at)];
    if (!stage || stage === shown) return;
    event.preventDefault();
    onStage(stage);
    document.getElementById(tabId(id, stage))?.focus({ preventScroll: true });
  };
  return (
    <div ref={strip} role="tablist" aria-label="Stages" className={classes.strip}>
      {stages.map((stage, index) => (
        <UnstyledButton
          key={stage}
          role="tab"
          id={tabId(id, stage)}
          aria-controls={`${id}-${index}`}
          aria-selected={stage === shown}
          tabIndex={stage === shown ? 0 : -1}
          className={classes.tab ?? ''}
          style={{ '--stage': toneMark(stageTones[stage]) }}
          onClick={() => onStage(stage)}
          onKeyDown={go}
        >
          {stage}
          <StageCount count={columns[stage].length} />
        </UnstyledButton>
      ))}
    </div>
  );
}

/** Returns the place of the stage to which a key moves; -1 for any other key. */
function targetOf(key: string, from: number): number {
  if (key === 'ArrowRight') return from + 1;
  if (key === 'ArrowLeft') return from - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? stages.length - 1 : -1;
}
