import type { OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { mostHotelChoices } from '#domain/results/analytics.ts';
import { hotelChoicesQuery } from '#web/offline/readings/choices-reading.ts';
import { FilterSelect } from './filter-select.tsx';
import classes from './hotel-filter.module.css';

type Props = {
  value: number | undefined;
  onChange: (hotel: number | undefined) => void;
  label?: string;
  placeholder?: string;
};

/** The last line of a list that is not complete. It cannot be chosen. */
const others = {
  value: 'others',
  label: `The first ${mostHotelChoices}. Type a name, ID or city to find others.`,
  disabled: true,
};

/** Wide enough for a hotel's ID and city beside its name. */
const comboboxProps = { width: 'min(24rem, 90vw)', position: 'bottom-start' } as const;

/**
 * Shows the filter for one hotel. The server searches while the person types, because there may be very many
 * hotels. Each is listed with its ID and city, because hotels of a brand may have the same name.
 */
export function HotelFilter({
  value,
  onChange,
  label = 'Hotel',
  placeholder = 'All hotels',
}: Props) {
  const { setTyped, isError, hotel, hotels, hasOthers } = useHotelChoices(value);
  const about = new Map(
    hotels.map(({ id, hotelId, hotelCity }) => [
      String(id),
      [hotelId, hotelCity].filter(Boolean).join(' · '),
    ]),
  );
  // Hides what the words do not find while the server searches, so that Enter chooses no other hotel.
  const filter: OptionsFilter = ({ options, search }) =>
    options.filter(
      (one) =>
        'value' in one &&
        (one.disabled ||
          `${one.label}\n${about.get(one.value)}`
            .toLowerCase()
            .includes(search.trim().toLowerCase())),
    );
  return (
    <FilterSelect
      label={label}
      placeholder={placeholder}
      data={[
        ...hotels.map(({ id, hotelName }) => ({ value: String(id), label: hotelName })),
        ...(hasOthers ? [others] : []),
      ]}
      value={hotel ? String(hotel.id) : null}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      onSearchChange={setTyped}
      filter={filter}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          <small>{about.get(option.value)}</small>
        </span>
      )}
      comboboxProps={comboboxProps}
      nothingFoundMessage={isError ? 'The hotels could not be read' : 'No hotel found'}
      searchable
    />
  );
}

/** Finds the chosen hotel, and those that the typed words find, or the first ones. */
function useHotelChoices(value: number | undefined) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const chosen = useQuery({ ...hotelChoicesQuery({ id: value }), enabled: value !== undefined });
  // The hotel counts as chosen from the first render. Its name shows when it has been read.
  const [hotel] =
    value === undefined
      ? []
      : (chosen.data ?? [{ id: value, hotelName: '', hotelId: '', hotelCity: '' }]);
  // When the field shows the chosen hotel's name, the text is not a search for other hotels.
  const found = useQuery(hotelChoicesQuery({ search: search === hotel?.hotelName ? '' : search }));
  const all = found.data ?? [];
  const rest = all.slice(0, mostHotelChoices).filter(({ id }) => id !== hotel?.id);
  return {
    setTyped,
    isError: found.isError,
    hotel,
    hotels: [...(hotel ? [hotel] : []), ...rest],
    hasOthers: all.length > mostHotelChoices,
  };
}
