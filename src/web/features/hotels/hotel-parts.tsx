import { ActionIcon } from '@mantine/core';
import { IconPencil, IconReport, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { hotelReportPath } from '#web/paths.ts';
import classes from './hotel-parts.module.css';

/** Adds to the address what opens the hotel, and leaves the view as it is. */
function opening(hotel: Hotel) {
  return {
    to: '.',
    search: (before: Record<string, unknown>) => ({ ...before, hotel: hotel.id }),
    resetScroll: false,
    // There is nothing to load, and rows pass below the pointer by the hundred.
    preload: false,
  } as const;
}

export function HotelName({ hotel }: { hotel: Hotel }) {
  return (
    <Link {...opening(hotel)} className={classes.name}>
      {hotel.hotelName}
    </Link>
  );
}

type ActionsProps = { hotel: Hotel; onDelete: (hotel: Hotel) => void };

export function HotelActions({ hotel, onDelete }: ActionsProps) {
  return (
    <span className={classes.actions}>
      <Link
        to={hotelReportPath(hotel.id)}
        preload={false}
        className={classes.edit}
        aria-label={`Report of ${hotel.hotelName}`}
      >
        <IconReport size={18} stroke={1.6} aria-hidden />
      </Link>
      <Link {...opening(hotel)} className={classes.edit} aria-label={`Edit ${hotel.hotelName}`}>
        <IconPencil size={18} stroke={1.6} aria-hidden />
      </Link>
      <ActionIcon
        variant="subtle"
        color="red"
        size={40}
        aria-label={`Delete ${hotel.hotelName}`}
        onClick={() => onDelete(hotel)}
      >
        <IconTrash size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </span>
  );
}

/** "Boston, MA" */
export function placeOf({ hotelCity, hotelState }: Hotel): string {
  return `${hotelCity}, ${hotelState}`;
}
