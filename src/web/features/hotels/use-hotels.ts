import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { useStored } from '#web/lib/use-stored.ts';
import type { NameConsultant } from '#web/offline/readings/consultants.ts';
import { withEdit } from '#web/offline/readings/edited-board.ts';
import { editedHotels } from '#web/offline/outbox/hotel-edit.ts';
import { hotelsQuery } from '#web/offline/readings/reads.ts';
import { isWithin, makeSearch, sortHotels } from './find-hotels.ts';
import { isByFigure, type HotelFigures } from './hotel-figures.ts';
import type { HotelsView } from './hotels-view.ts';

/** Returns the hotels as they were last read, with the changes made on this device. */
export function useHotels() {
  const { data, error, refetch } = useQuery(hotelsQuery);
  const edited = useStored(editedHotels);
  const reading = useMemo(
    () =>
      data && edited?.size
        ? { ...data, value: data.value.map((hotel) => withEdit(hotel, edited.get(hotel.id))) }
        : data,
    [data, edited],
  );
  return { reading, error, retry: () => void refetch() };
}

/**
 * Returns the hotels that the view shows. Typing has priority, and the list follows when there is
 * time.
 */
export function useFoundHotels(
  hotels: readonly Hotel[],
  view: HotelsView,
  nameConsultant: NameConsultant,
  figures: HotelFigures | undefined,
): readonly Hotel[] {
  const shown = useDeferredValue(view);
  const { sort, direction } = shown;
  // Figures that arrive later change no other order.
  const needed = isByFigure({ sort }) ? figures : undefined;
  const sorted = useMemo(
    () => sortHotels(hotels, { sort, direction }, nameConsultant, needed),
    [hotels, sort, direction, nameConsultant, needed],
  );
  const search = useMemo(() => makeSearch(hotels, nameConsultant), [hotels, nameConsultant]);
  return useMemo(() => {
    const isFound = search(shown.search);
    return sorted.filter((hotel) => isWithin(shown, hotel) && isFound(hotel));
  }, [sorted, search, shown]);
}
