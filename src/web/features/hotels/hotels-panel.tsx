import { Button, Skeleton } from '@mantine/core';
import { IconBuildingSkyscraper } from '@tabler/icons-react';
import { useRef } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { scopeOf } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import type { Reading } from '#web/offline/readings/cache.ts';
import type { NameConsultant } from '#web/offline/readings/consultants.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import { useDeleteHotel } from './delete-hotel.tsx';
import type { HotelFigures } from './hotel-figures.ts';
import { HotelsCards } from './hotels-cards.tsx';
import classes from './hotels-panel.module.css';
import { HotelsTable } from './hotels-table.tsx';
import { noFilters, type ChangeView, type HotelsView } from './hotels-view.ts';

type Props = {
  view: HotelsView;
  found: readonly Hotel[];
  /** Undefined until they have been read. */
  figures: HotelFigures | undefined;
  /** All hotels; undefined while they load. */
  reading: Reading<Hotel[]> | undefined;
  error: unknown;
  isNarrow: boolean;
  nameConsultant: NameConsultant | undefined;
  onRetry: () => void;
  onChange: ChangeView;
  onAdd: () => void;
};

/** Shows the hotels that were found, or why there are none. */
export function HotelsPanel({ reading, found, error, onRetry, onChange, onAdd, ...list }: Props) {
  const count = useRef<HTMLParagraphElement>(null);
  const isOnline = useIsOnline();
  const total = reading?.value.length;
  return (
    <section className={classes.panel} aria-label="Hotels">
      {/* Hidden when there are no hotels but an error, because it would be an empty strip above the error. */}
      <div className={classes.head} hidden={total === undefined && Boolean(error)}>
        <p ref={count} role="status" tabIndex={-1} className={classes.count}>
          {total !== undefined && countOf(found.length, total)}
        </p>
        {reading && (reading.isCached || !isOnline) && <FromDevice savedAt={reading.savedAt} />}
      </div>
      {total === undefined &&
        (error ? (
          <LoadError title="Error loading hotels" error={error} onRetry={onRetry} />
        ) : (
          <Waiting />
        ))}
      {total === 0 && <NoHotels onAdd={onAdd} />}
      {total !== undefined && total > 0 && found.length === 0 && (
        <NoMatch what="hotels" onClear={() => onChange(noFilters)} />
      )}
      {found.length > 0 && (
        <Found {...list} found={found} onChange={onChange} onGone={() => count.current?.focus()} />
      )}
    </section>
  );
}

function countOf(found: number, total: number): string {
  const all = countWords(total, 'hotel');
  return found === total ? all : `${formatNumber(found)} of ${all}`;
}

type FoundProps = Pick<
  Props,
  'view' | 'found' | 'figures' | 'isNarrow' | 'nameConsultant' | 'onChange'
> & {
  /** Called when the row that had the focus is gone. */
  onGone: () => void;
};

function Found({ view, found, figures, isNarrow, nameConsultant, ...acts }: FoundProps) {
  const { onChange, onGone } = acts;
  const remove = useDeleteHotel();
  const onDelete = (hotel: Hotel) =>
    void remove(hotel).then((isGone) => {
      if (isGone) onGone();
    });
  const name =
    nameConsultant &&
    ((hotel: Hotel) => nameConsultant(hotel.serviceConsultantId) ?? 'Not assigned');
  const props = { hotels: found, figures, nameConsultant: name, onDelete };
  return isNarrow ? (
    <HotelsCards {...props} />
  ) : (
    <HotelsTable {...props} view={view} onChange={onChange} />
  );
}

function NoHotels({ onAdd }: { onAdd: () => void }) {
  const isOwn = scopeOf(useCurrentUser()).kind === 'assigned';
  return (
    <Empty
      icon={<IconBuildingSkyscraper size={26} stroke={1.5} aria-hidden />}
      title="No hotels found"
      text={
        isOwn
          ? 'No hotels are assigned to you yet. An administrator assigns them.'
          : 'Every interview and every score belongs to a hotel. Add the first one, or import a file.'
      }
      action={<Button onClick={onAdd}>Add Hotel</Button>}
    />
  );
}

function Waiting() {
  return (
    <div aria-hidden>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className={classes.waiting}>
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  );
}
