import type { Hotel } from '#domain/hotels/hotel.ts';
import { useKeptReassessment } from '#web/offline/readings/reassessment-reading.ts';
import { ReturnedToYou } from '#web/ui/responses/returned-to-you.tsx';

type Props = {
  hotel: Hotel;
  /** Opens the correction with this client id. */
  onOpen: (clientId: string) => void;
};

/**
 * Shows the responses that were returned to the person, and keeps the hotel's re-assessment on this
 * device. Few hotels have either, so the setup loads this file after itself.
 */
export function BesidesSetup({ hotel, onOpen }: Props) {
  useKeptReassessment(hotel);
  return <ReturnedToYou hotelId={hotel.id} onOpen={onOpen} />;
}
