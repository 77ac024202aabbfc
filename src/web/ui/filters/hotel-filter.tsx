import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { hotelChoicesQuery } from '#web/offline/readings/choices-reading.ts';
import { FilterSelect } from './filter-select.tsx';

type Props = {
  value: number | undefined;
  onChange: (hotel: number | undefined) => void;
  label?: string;
  placeholder?: string;
};

/**
 * Shows the filter for one hotel. The server searches while the person types a name, because there may be very
 * many hotels.
 */
export function HotelFilter({
  value,
  onChange,
  label = 'Hotel',
  placeholder = 'All hotels',
}: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const chosen = useQuery({ ...hotelChoicesQuery({ id: value }), enabled: value !== undefined });
  // The hotel counts as chosen from the first render. Its name shows when it has been read.
  const [hotel] = value === undefined ? [] : (chosen.data ?? [{ id: value, hotelName: '' }]);
  // When the field shows the chosen hotel's name, the text is not a search for other hotels.
  const found = useQuery(hotelChoicesQuery({ search: search === hotel?.hotelName ? '' : search }));
  const others = (found.data ?? []).filter(({ id }) => id !== hotel?.id);
  return (
    <FilterSelect
      label={label}
      placeholder={placeholder}
      data={[...(hotel ? [hotel] : []), ...others].map(({ id, hotelName }) => ({
        value: String(id),
        label: hotelName,
      }))}
      value={hotel ? String(hotel.id) : null}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isError ? 'The hotels could not be read' : 'No hotel found'}
      searchable
    />
  );
}
