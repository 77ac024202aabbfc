import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import type { ArrangedHotel } from './assignable-hotels.ts';
import classes from './hotel-checklist.module.css';

type Props = {
  hotels: readonly ArrangedHotel[];
  chosen: ReadonlySet<number>;
  onToggle: (hotelId: number, wished: boolean) => void;
};

/** Shows a checkbox for each hotel. There may be thousands, so it renders only those in view. */
export function HotelChecklist({ hotels, chosen, onToggle }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: hotels.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => hotels[index]?.hotel.id ?? index,
    overscan: 6,
  });
  return (
    <div ref={box} className={classes.box}>
      <div className={classes.all} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const row = hotels[index];
          return (
            row && (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Choice row={row} chosen={chosen} onToggle={onToggle} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** The height of a row in pixels when the name fits on one line. */
const rowHeight = 56;

type ChoiceProps = Pick<Props, 'chosen' | 'onToggle'> & { row: ArrangedHotel };

function Choice({ row: { hotel, byRecord }, chosen, onToggle }: ChoiceProps) {
  const place = `${hotel.hotelCity} · ${hotel.hotelBrand} · ${hotel.hotelId}`;
  return (
    <Checkbox
      classNames={{ root: classes.choice, body: classes.choiceBody, labelWrapper: classes.words }}
      label={hotel.hotelName}
      description={byRecord ? `${place} · assigned in Hotel Management` : place}
      checked={byRecord || chosen.has(hotel.id)}
      // Not `disabled`: keyboard users must be able to reach the list and read the reason.
      aria-disabled={byRecord || undefined}
      {...(byRecord && { variant: 'outline', color: 'gray' })}
      onChange={(event) => byRecord || onToggle(hotel.id, event.currentTarget.checked)}
    />
  );
}
