import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { AssessmentData } from './assessment-data.tsx';
import type { Movable } from './board-state.ts';
import { EvaluationSection } from './evaluation-section.tsx';
import classes from './hotel-dialog.module.css';
import { HotelFacts } from './hotel-facts.tsx';
import { StageLine } from './hotel-page/stage-line.tsx';
import { InterviewActions } from './interview-actions.tsx';
import { KeyDates } from './key-dates.tsx';
import { StageSelector } from './stage-selector.tsx';

type Props = {
  hotel: Hotel;
  onMove: (hotel: Movable, stage: Stage) => void;
};

/** Shows a hotel in the board's dialog: its facts, stage and dates, and its interviews. */
export function HotelDetails({ hotel, onMove }: Props) {
  const isOnline = useIsOnline();
  return (
    <>
      <StageLine hotelId={hotel.id} stage={hotel.stage} onlyWithRounds />
      <div className={classes.columns}>
        <div className={classes.column}>
          <HotelFacts hotel={hotel} />
          <StageSelector hotel={hotel} onMove={onMove} />
          <KeyDates hotel={hotel} />
        </div>
        <div className={classes.column}>
          <InterviewActions hotel={hotel} />
          {hotel.stage === 'Evaluation' && <EvaluationSection hotel={hotel} isOnline={isOnline} />}
          <AssessmentData hotelId={hotel.id} />
        </div>
      </div>
    </>
  );
}
