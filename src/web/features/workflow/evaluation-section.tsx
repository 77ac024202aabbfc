import type { Hotel } from '#domain/hotels/hotel.ts';
import { HotelSection } from './hotel-section.tsx';
import { EvaluationDocuments } from './evaluation-documents.tsx';
import { EvaluationNotes } from './evaluation-notes.tsx';
import classes from './hotel-dialog.module.css';

/** Shows a hotel's evaluation: notes and documents. */
export function EvaluationSection({ hotel, isOnline }: { hotel: Hotel; isOnline: boolean }) {
  return (
    <HotelSection title="Evaluation">
      <div className={classes.evaluation}>
        <EvaluationNotes hotel={hotel} />
        <EvaluationDocuments hotelId={hotel.id} isOnline={isOnline} />
      </div>
    </HotelSection>
  );
}
