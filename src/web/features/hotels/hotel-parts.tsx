import { Menu } from '@mantine/core';
import { IconPencil, IconReport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { countWords } from '#web/lib/format.ts';
import type { Choosing } from '#web/lib/use-chosen.ts';
import { hotelPath, hotelReportPath } from '#web/paths.ts';
import { ChooseAll } from '#web/ui/choosing/choose.tsx';
import { DeleteItem, MoreMenu } from '#web/ui/more-menu.tsx';
import classes from './hotel-parts.module.css';

/** Returns link properties that open the hotel for editing and keep the rest of the address. */
function opening(hotel: Hotel) {
  return {
    to: '.',
    search: (before: Record<string, unknown>) => ({ ...before, hotel: hotel.id }),
    resetScroll: false,
    // There is nothing to preload, and hundreds of rows can pass below the pointer.
    preload: false,
  } as const;
}

export function HotelName({ hotel }: { hotel: Hotel }) {
  return (
    // Hundreds of rows can pass below the pointer, so none is preloaded.
    <Link to={hotelPath(hotel.id)} preload={false} className={classes.name}>
      {hotel.hotelName}
    </Link>
  );
}

type ActionsProps = { hotel: Hotel; onDelete: (hotel: Hotel) => void };

/** Shows Edit as a button. Report and Delete are needed seldom, so they are in a menu. */
export function HotelActions({ hotel, onDelete }: ActionsProps) {
  return (
    <span className={classes.actions}>
      <Link {...opening(hotel)} className={classes.act} aria-label={`Edit ${hotel.hotelName}`}>
        <IconPencil size={18} stroke={1.6} aria-hidden />
      </Link>
      <MoreMenu label={`More for ${hotel.hotelName}`}>
        <Menu.Item
          leftSection={<IconReport size={18} stroke={1.6} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={hotelReportPath(hotel.id)} preload={false} />}
        >
          Report
        </Menu.Item>
        <DeleteItem onClick={() => onDelete(hotel)} />
      </MoreMenu>
    </span>
  );
}

type ChooseProps = Choosing & { hotels: readonly Hotel[]; isLabelled?: boolean };

/**
 * Shows the box that chooses all hotels that were found, also those that are not in view. It looks at each of them, so
 * it is not rendered again while the person scrolls.
 */
export const ChooseHotels = memo(function ChooseHotels({ hotels, ...choosing }: ChooseProps) {
  return (
    <ChooseAll
      {...choosing}
      ids={hotels.map(({ id }) => id)}
      label={`Choose all ${countWords(hotels.length, 'hotel')}`}
    />
  );
});

/** Returns the hotel's place, such as "Boston, MA". */
export function placeOf({ hotelCity, hotelState }: Hotel): string {
  return `${hotelCity}, ${hotelState}`;
}
