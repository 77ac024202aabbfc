import { Button, Pagination } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { HotelScore, HotelScores } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { hotelPath } from '#web/paths.ts';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import classes from './hotel-figures.module.css';
import { useLastPage } from './use-last-page.ts';

/** How many hotels show before the user asks for all. All hotels show in pages. */
const firstHotels = 10;
const pageSize = 50;

/**
 * Returns which hotels of a list to show: the first few, or one page of all that match a search.
 */
export function useHotelList(filter: ResultsFilter) {
  const key = JSON.stringify(filter);
  const [isAll, setIsAll] = useState(false);
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  // A new filter or search starts at the first page.
  const of = `${key} ${searched}`;
  const [chosen, setChosen] = useState({ of, page: 1 });
  const page = chosen.of === of ? chosen.page : 1;
  const query = isAll
    ? { limit: pageSize, offset: (page - 1) * pageSize, search: searched }
    : { limit: firstHotels };
  const show = (all: boolean) => {
    setIsAll(all);
    setSearch('');
    setChosen({ of: `${key} `, page: 1 });
  };
  const turn = (next: number) => setChosen({ of, page: next });
  return { query, isAll, page, search, setSearch, show, turn };
}
type HotelList = ReturnType<typeof useHotelList>;

/** Shows the search for a hotel's name, ID or city above the list of all hotels. */
export function HotelSearch({ list: { isAll, search, setSearch } }: { list: HotelList }) {
  if (!isAll) return null;
  return (
    <div className={classes.search}>
      <SearchField label="Name, ID or city" value={search} onChange={setSearch} />
    </div>
  );
}

type Props = { scores: HotelScores; list: HotelList };

/**
 * Shows the page links below a list of hotels, and a button that switches between a few and all.
 */
export function HotelsFoot({ scores: { hotels, total }, list }: Props) {
  const { isAll, page, show, turn } = list;
  useLastPage({ held: hotels.length, total, pageSize, turn });
  if (!isAll && total <= firstHotels) return null;
  const pages = Math.ceil(total / pageSize);
  const first = total === 0 ? 0 : isAll ? (page - 1) * pageSize + 1 : 1;
  return (
    <div className={classes.foot}>
      {formatNumber(first)}–{formatNumber(Math.max(0, first + hotels.length - 1))} of{' '}
      {countWords(total, 'hotel')}
      {isAll && pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={turn}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          size="sm"
        />
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => show(!isAll)}>
        {isAll ? 'Show fewer' : `Show all ${formatNumber(total)}`}
      </Button>
    </div>
  );
}

type NameProps = { hotel: Pick<HotelScore, 'hotelId' | 'hotelName' | 'hotelBrand'> };

/** Links to the hotel's page. */
export function HotelName({ hotel: { hotelId, hotelName, hotelBrand } }: NameProps) {
  return (
    <Link to={hotelPath(hotelId)} className={classes.name} title={hotelName} preload={false}>
      {hotelName}
      <span className={classes.brand}>{hotelBrand}</span>
    </Link>
  );
}
