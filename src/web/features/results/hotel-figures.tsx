import { Button } from '@mantine/core';

import { mostHotels, type HotelScores } from '#domain/responses/analytics.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './hotel-figures.module.css';

/** Hotels in sight unless all are asked for. */
export const firstHotels = 10;

type Props = { scores: HotelScores; onShow: (limit: number) => void };

/** Below a list of hotels: the way to all of them, and back. */
export function HotelsFoot({ scores: { hotels, total }, onShow }: Props) {
  if (total <= firstHotels) return null;
  const shown = hotels.length;
  const offered = Math.min(total, mostHotels);
  return (
    <p className={classes.foot}>
      {formatNumber(shown)} of {formatNumber(total)} hotels
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => onShow(shown < offered ? mostHotels : firstHotels)}
      >
        {shown >= offered
          ? 'Show fewer'
          : offered === total
            ? `Show all ${formatNumber(total)}`
            : `Show ${formatNumber(offered)}`}
      </Button>
    </p>
  );
}

type NameProps = { name: string; brand: string; onPick: () => void };

/** A hotel's name: leads to its responses. */
export function HotelName({ name, brand, onPick }: NameProps) {
  return (
    <button type="button" className={classes.name} onClick={onPick} title={`Only ${name}`}>
      {name}
      <span className={classes.brand}>{brand}</span>
    </button>
  );
}
