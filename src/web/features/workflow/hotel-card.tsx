import { IconCloudUp } from '@tabler/icons-react';
import { memo } from 'react';

import { formatNumber } from '#web/lib/format.ts';
import type { ShownCard } from '#web/offline/readings/edited-board.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/theme/tones.ts';
import { CardFigures } from './card-figures.tsx';
import classes from './hotel-card.module.css';

/**
 * Pixels from one card's top to the next one's. All cards have the same height, so that columns
 * scroll evenly.
 */
export const cardPitch = 116;

export const cardId = (hotelId: number) => `hotel-${hotelId}`;

/**
 * Focuses a hotel's card. A card that moved to another stage is a new element, so the focus does
 * not follow by itself.
 */
export function focusCard(hotelId: number): void {
  document.getElementById(cardId(hotelId))?.focus();
}

/** Focuses a card after its column has scrolled to it. The card is not rendered before that. */
export function focusOnceThere(hotelId: number): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.getElementById(cardId(hotelId))?.focus({ preventScroll: true }),
    ),
  );
}

/** Shows a hotel on the board. Long names are cut here and shown in full in the dialog. */
export const HotelCard = memo(function HotelCard({ hotel }: { hotel: ShownCard }) {
  return (
    <>
      <span className={classes.name}>{hotel.hotelName}</span>
      <span className={classes.line}>
        {hotel.hotelBrand} · {hotel.hotelCity}, {hotel.hotelState}
      </span>
      <span className={classes.line}>
        {hotel.hotelManagementCo || 'No management company assigned'}
      </span>
      <span className={classes.foot}>
        <StatusBadge tone={hotelStatusTones[hotel.status]}>{hotel.status}</StatusBadge>
        <span className={classes.surveys}>
          {formatNumber(hotel.responseCount)} survey(s) completed
        </span>
      </span>
      {hotel.mark ? (
        <span className={classes.mark}>
          <IconCloudUp size={14} aria-hidden />{' '}
          {hotel.mark === 'waiting' ? 'Waiting to sync' : 'Needs you: see Sync Centre'}
        </span>
      ) : (
        <CardFigures hotel={hotel} />
      )}
    </>
  );
});
