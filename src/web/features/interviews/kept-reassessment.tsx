import type { Hotel } from '#domain/hotels/hotel.ts';
import { useKeptReassessment } from '#web/offline/reassessment-reading.ts';

/** Shows nothing: it keeps the hotel's re-assessment on this device. The setup loads it after itself. */
export function KeptReassessment({ hotel }: { hotel: Hotel }) {
  useKeptReassessment(hotel);
  return null;
}
