import { useEffect, useRef, type ReactNode } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Movable } from '#web/features/workflow/board-state.ts';
import { EvaluationSection } from '#web/features/workflow/evaluation-section.tsx';
import { SectionLevel } from '#web/features/workflow/hotel-section.tsx';
import { KeyDates } from '#web/features/workflow/key-dates.tsx';
import { PlanRounds } from '#web/features/workflow/rounds/plan-rounds.tsx';
import { StageSelector } from '#web/features/workflow/stage-selector.tsx';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import classes from './hotel-page.module.css';

/** The fields that a button elsewhere on the page can lead to. */
export type Field = 'date' | 'notes';

type Props = {
  hotel: Hotel;
  onMove: (hotel: Movable, stage: Stage) => void;
  /** The field to focus. */
  wanted: Field | undefined;
  onReached: () => void;
};

/** Shows stage, key dates, notes and documents. The board's dialog shows the same in less space. */
export function EvaluationTab({ hotel, onMove, wanted, onReached }: Props) {
  const isOnline = useIsOnline();
  return (
    <SectionLevel value={2}>
      <div className={classes.evaluation}>
        <Reached when={wanted === 'date'} onReached={onReached}>
          <StageSelector hotel={hotel} onMove={onMove} />
          <PlanRounds hotelId={hotel.id} stage={hotel.stage} />
          <KeyDates hotel={hotel} />
        </Reached>
        <Reached when={wanted === 'notes'} onReached={onReached}>
          <EvaluationSection hotel={hotel} isOnline={isOnline} />
        </Reached>
      </div>
    </SectionLevel>
  );
}

type ReachedProps = { when: boolean; onReached: () => void; children: ReactNode };

/** Focuses the first field of its form when a button elsewhere on the page has led here. */
function Reached({ when, onReached, children }: ReachedProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!when) return;
    sheet.current?.querySelector<HTMLElement>('form input, form textarea')?.focus();
    onReached();
  }, [when, onReached]);
  return (
    <div ref={sheet} className={classes.sheet}>
      {children}
    </div>
  );
}
