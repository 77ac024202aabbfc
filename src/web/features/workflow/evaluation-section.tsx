import type { Hotel } from '#domain/hotels/hotel.ts';
import { DialogSection } from './dialog-section.tsx';
import { EvaluationDocuments } from './evaluation-documents.tsx';
import { EvaluationNotes } from './evaluation-notes.tsx';
import classes from './hotel-dialog.module.css';

/** Notes and documents, while the hotel is in Evaluation. */
export function EvaluationSection({ hotel, isOnline }: { hotel: Hotel; isOnline: boolean }) {
  return (
    <DialogSection title="Evaluation">
      <div className={classes.evaluation}>
        <EvaluationNotes hotel={hotel} />
        <EvaluationDocuments hotelId={hotel.id} isOnline={isOnline} />
      </div>
    </DialogSection>
  );
}
