import { Button, Pagination } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { HotelScore, HotelScores } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { hotelPath } from '#web/paths.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import classes from './hotel-figures.module.css';
import { useLastPage } from './use-last-page.ts';

/** Hotels in sight unless all are asked for, and then on a page. */
const firstHotels = 10;
const pageSize = 50;

/** Which hotels of a list are in sight: the first few, or a page of all of them, by their names. */
export function useHotelList(filter: ResultsFilter) {
  const key = JSON.stringify(filter);
  const [isAll, setIsAll] = useState(false);
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  // Another filter or search begins at the first page.
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

/** Above all hotels: the way to one of them. */
export function HotelSearch({ list: { isAll, search, setSearch } }: { list: HotelList }) {
  if (!isAll) return null;
  return (
    <div className={classes.search}>
      <SearchField label="Hotel name" value={search} onChange={setSearch} />
    </div>
  );
}

type Props = { scores: HotelScores; list: HotelList };

/** Below a list of hotels: the way to all of them, page by page, and back. */
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

/** A hotel's name: leads to its page. */
export function HotelName({ hotel: { hotelId, hotelName, hotelBrand } }: NameProps) {
  return (
    <Link to={hotelPath(hotelId)} className={classes.name} title={hotelName} preload={false}>
      {hotelName}
      <span className={classes.brand}>{hotelBrand}</span>
    </Link>
  );
}
