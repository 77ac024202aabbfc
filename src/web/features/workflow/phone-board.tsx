import { Select, Skeleton, UnstyledButton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

import type { BoardCard } from '#domain/workflow/board.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { StageSteps } from '#web/ui/stage-badge.tsx';
import { stageTones, toneMark } from '#web/ui/tones.ts';
import { averageScore, firstInUse, type Columns } from './board-state.ts';
import { CardList } from './card-list.tsx';
import cardClasses from './hotel-card.module.css';
import { cardId, cardPitch, HotelCard } from './hotel-card.tsx';
import classes from './phone-board.module.css';
import { useCardKeys } from './use-card-keys.ts';

type Props = {
  /** Undefined while they load. */
  columns: Columns | undefined;
  stage: Stage | undefined;
  onStage: (stage: Stage) => void;
  onOpen: (hotelId: number) => void;
};

/** One stage at a time. A hotel changes its stage in its dialog. */
export function PhoneBoard({ columns, stage, onStage, onOpen }: Props) {
  const shown = stage ?? firstInUse(columns);
  const hotels = columns?.[shown];
  const average = hotels && averageScore(hotels);
  return (
    <div>
      <Select
        label="Stage"
        size="md"
        data={stages.map((one) => ({
          value: one,
          label: columns ? `${one} (${formatNumber(columns[one].length)})` : one,
        }))}
        value={shown}
        onChange={(chosen) => chosen && onStage(chosen)}
        allowDeselect={false}
        leftSectionWidth={52}
        leftSection={
          <span style={{ color: toneMark(stageTones[shown]) }}>
            <StageSteps stage={shown} />
          </span>
        }
        mb="sm"
      />
      {typeof average === 'number' && (
        <p className={classes.average}>Average score {formatPercent(average)}</p>
      )}
      {hotels ? <Cards key={shown} stage={shown} hotels={hotels} onOpen={onOpen} /> : <Waiting />}
    </div>
  );
}

type CardsProps = { stage: Stage; hotels: readonly BoardCard[]; onOpen: Props['onOpen'] };

function Cards({ stage, hotels, onOpen }: CardsProps) {
  const keys = useCardKeys(hotels, (index) => virtual.scrollToIndex(index));
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: hotels.length,
    estimateSize: () => cardPitch,
    getItemKey: (index) => hotels[index]?.id ?? index,
    overscan: 3,
    rangeExtractor: keys.rangeExtractor,
    scrollMargin: top,
  });
  return (
    <section aria-label={`Hotels in ${stage}`}>
      {hotels.length === 0 && <p className={classes.empty}>No hotels in this stage</p>}
      <CardList
        ref={list}
        hotels={hotels}
        items={virtual.getVirtualItems()}
        top={top}
        height={virtual.getTotalSize()}
        measure={virtual.measureElement}
        placeClass={classes.place}
      >
        {(hotel, index) => <Card hotel={hotel} onOpen={onOpen} {...keys.of(index)} />}
      </CardList>
    </section>
  );
}

type CardProps = ReturnType<ReturnType<typeof useCardKeys>['of']> & {
  hotel: BoardCard;
  onOpen: Props['onOpen'];
};

function Card({ hotel, onOpen, isTabStop, onFocus, onKey }: CardProps) {
  return (
    <UnstyledButton
      id={cardId(hotel.id)}
      className={cardClasses.card ?? ''}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onOpen(hotel.id)}
      onFocus={onFocus}
      onKeyDown={onKey}
    >
      <HotelCard hotel={hotel} />
    </UnstyledButton>
  );
}

function Waiting() {
  return (
    <div aria-hidden>
      {[1, 2, 3, 4, 5].map((one) => (
        <Skeleton key={one} height={cardPitch - 6} mb={6} radius="md" />
      ))}
    </div>
  );
}
