import { Button, Skeleton } from '@mantine/core';
import { IconBuildingSkyscraper } from '@tabler/icons-react';
import { useRef } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { scopeOf } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useChosen, type Choosing } from '#web/lib/use-chosen.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import type { Reading } from '#web/offline/readings/cache.ts';
import type { NameConsultant } from '#web/offline/readings/consultants.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import { AssignChosen } from './assign-chosen.tsx';
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
  const { chooseNone, ...choosing } = useChosen(chosenFrom(list.view));
  const total = reading?.value.length;
  const chosen =
    choosing.chosen.size > 0 ? found.filter(({ id }) => choosing.chosen.has(id)) : none;
  // The row or the form that had the focus is gone.
  const goToCount = () => count.current?.focus();
  const endChoice = () => {
    chooseNone();
    goToCount();
  };
  return (
    <>
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
          <Found {...list} {...{ found, choosing }} onChange={onChange} onGone={goToCount} />
        )}
      </section>
      {chosen.length > 0 && <AssignChosen chosen={chosen} onDone={endChoice} />}
    </>
  );
}

const none: readonly Hotel[] = [];

/** Returns what the choice depends on: when another filter shows other hotels, none is chosen. */
function chosenFrom({ search, stage, status, brand, consultant }: HotelsView) {
  return { search, stage, status, brand, consultant };
}

function countOf(found: number, total: number): string {
  const all = countWords(total, 'hotel');
  return found === total ? all : `${formatNumber(found)} of ${all}`;
}

type FoundProps = Pick<
  Props,
  'view' | 'found' | 'figures' | 'isNarrow' | 'nameConsultant' | 'onChange'
> & {
  choosing: Choosing;
  /** Called when the row that had the focus is gone. */
  onGone: () => void;
};

function Found({ view, found, figures, isNarrow, nameConsultant, ...acts }: FoundProps) {
  const { choosing, onChange, onGone } = acts;
  const remove = useDeleteHotel();
  const onDelete = (hotel: Hotel) =>
    void remove(hotel).then((isGone) => {
      if (isGone) onGone();
    });
  const name =
    nameConsultant &&
    ((hotel: Hotel) => nameConsultant(hotel.serviceConsultantId) ?? 'Not assigned');
  const props = {
    ...{ hotels: found, figures, nameConsultant: name, onDelete },
    // Those who see who is assigned can assign many.
    choosing: nameConsultant && choosing,
  };
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
