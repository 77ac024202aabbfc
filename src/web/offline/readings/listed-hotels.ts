import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { hotelsQuery, keptHotels } from './reads.ts';

/** Returns the server's list of hotels. Until that has arrived, it returns the list that this device has. */
export function useListedHotels() {
  const read = useQuery(hotelsQuery);
  const [kept, setKept] = useState<Hotel[]>();
  useEffect(() => {
    let isCurrent = true;
    void keptHotels().then((reading) => isCurrent && setKept(reading?.value));
    return () => {
      isCurrent = false;
    };
  }, []);
  return {
    hotels: read.data?.value ?? kept,
    error: read.error,
    retry: () => void read.refetch(),
  };
}
