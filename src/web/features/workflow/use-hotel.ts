import { useQuery } from '@tanstack/react-query';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { withEdit } from '#web/offline/readings/edited-board.ts';
import { editedHotels } from '#web/offline/outbox/hotel-edit.ts';
import { roundsQuery } from '#web/offline/readings/rounds-reading.ts';
import { useKeptReassessment } from '#web/offline/readings/reassessment-reading.ts';
import { hotelQuery } from './read-workflow.ts';
import { usePendingMoves } from './use-moves.ts';

/**
 * Returns one hotel, with the changes made on this device that the server has not answered yet. It waits for
 * the hotel's rounds, which are read at the same time: their line is at the top, and would push the page down
 * if it arrived later. If reading them fails, as it does without a connection, it no longer waits, even while a
 * part of the page reads them again.
 */
export function useHotel(hotelId: number) {
  const { data, error, refetch } = useQuery(hotelQuery(hotelId));
  const rounds = useQuery(roundsQuery(hotelId));
  // Wait only for the first attempt. The page itself reads the rounds again when it opens. If this waited for
  // that too, the page would close and open again without end.
  const awaitsRounds = rounds.isFetching && rounds.isPending && rounds.errorUpdateCount === 0;
  const reading = awaitsRounds ? undefined : data;
  const edited = useStored(editedHotels)?.get(hotelId);
  useKeptReassessment(reading?.value);
  const hotel = useMoved(reading?.value && withEdit(reading.value, edited));
  return { hotel, edited, reading, error, retry: () => void refetch() };
}

function useMoved(hotel: Hotel | undefined): Hotel | undefined {
  const moves = usePendingMoves().filter(({ hotelId }) => hotelId === hotel?.id);
  return (
    hotel &&
    moves.reduce((shown, { stage, status = shown.status }) => ({ ...shown, stage, status }), hotel)
  );
}
