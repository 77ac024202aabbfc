import {
  Draggable,
  Droppable,
  type DraggableProvided,
  type DroppableProvided,
} from '@hello-pangea/dnd';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import type { BoardCard } from '#domain/workflow/board.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Cards as ColumnCards } from './board-state.ts';
import { CardList } from './card-list.tsx';
import cardClasses from './hotel-card.module.css';
import { cardId, cardPitch, focusOnceThere, HotelCard } from './hotel-card.tsx';
import { keepTouch } from './keep-touch.ts';
import { headHeight, StageHeading } from './stage-heading.tsx';
import classes from './stage-column.module.css';
import { useCardKeys } from './use-card-keys.ts';
import type { Arrival } from './use-moves.ts';

type Props = {
  stage: Stage;
  hotels: ColumnCards;
  /**
   * The element that scrolls the cards, or `column` for the column itself. Null until the element
   * is rendered.
   */
  scroller: HTMLElement | 'column' | null;
  arrival: Arrival | undefined;
  /** True when the dragged card may not be dropped here. */
  refuses: boolean;
  onOpen: (hotelId: number) => void;
};

/** Shows the cards of one stage. Only the cards in view are rendered. */
export function StageColumn({ stage, hotels, refuses, ...rest }: Props) {
  const id = useId();
  return (
    <section className={classes.column} aria-labelledby={id}>
      <StageHeading id={id} stage={stage} hotels={hotels} />
      <Droppable
        droppableId={stage}
        mode="virtual"
        renderClone={(provided, _, { draggableId }) => {
          const hotel = hotels.find((one) => `${one?.id}` === draggableId);
          return hotel && <Card hotel={hotel} provided={provided} isDragging />;
        }}
      >
        {(provided, { isDraggingOver, isUsingPlaceholder }) => (
          <Cards
            {...rest}
            hotels={hotels}
            provided={provided}
            over={isDraggingOver ? (refuses ? 'refuses' : 'takes') : undefined}
            hasGuest={isUsingPlaceholder}
          />
        )}
      </Droppable>
    </section>
  );
}

type CardsProps = Pick<Props, 'hotels' | 'scroller' | 'arrival' | 'onOpen'> & {
  provided: DroppableProvided;
  over: 'takes' | 'refuses' | undefined;
  /** True while a card from another column is dragged over this one and needs space. */
  hasGuest: boolean;
};

/** Decides which cards are rendered, which one Tab reaches, and which one is highlighted. */
function useCards({ hotels, scroller, arrival }: CardsProps) {
  const own = useRef<HTMLDivElement>(null);
  const keys = useCardKeys(hotels, (index) => virtual.scrollToIndex(index));
  const scrollMargin = scroller === 'column' ? 0 : headHeight;
  const virtual = useVirtualizer({
    count: hotels.length,
    getScrollElement: () => (scroller === 'column' ? own.current : scroller),
    estimateSize: () => cardPitch,
    getItemKey: (index) => hotels[index]?.id ?? `place ${index}`,
    overscan: 3,
    scrollMargin,
    rangeExtractor: keys.rangeExtractor,
  });
  const moved = useArrival(arrival, hotels, (index) =>
    virtual.scrollToIndex(index, { align: 'center' }),
  );
  const setOwn = (element: HTMLDivElement | null) => {
    own.current = element;
  };
  return { setOwn, virtual, keys, moved, scrollMargin };
}

function Cards(props: CardsProps) {
  const { hotels, provided, over, hasGuest, onOpen } = props;
  const { setOwn, virtual, keys, moved, scrollMargin } = useCards(props);
  return (
    <div
      ref={(element) => {
        setOwn(element);
        provided.innerRef(element);
      }}
      {...provided.droppableProps}
      className={classes.cards}
      data-over={over}
    >
      {hotels.length === 0 && <p className={classes.empty}>No hotels in this stage</p>}
      {over === 'refuses' && <p className={classes.refusal}>Virtual Session comes first</p>}
      <CardList
        hotels={hotels}
        items={virtual.getVirtualItems()}
        top={scrollMargin}
        height={virtual.getTotalSize() + (hasGuest ? cardPitch : 0)}
      >
        {(hotel, index) => (
          <DraggableCard
            hotel={hotel}
            index={index}
            isMoved={hotel.id === moved}
            onOpen={onOpen}
            {...keys.of(index)}
          />
        )}
      </CardList>
    </div>
  );
}

type DraggableCardProps = Omit<CardProps, 'provided' | 'isDragging'> & { index: number };

function DraggableCard({ index, ...card }: DraggableCardProps) {
  return (
    <Draggable draggableId={`${card.hotel.id}`} index={index}>
      {(provided, { isDragging }) => <Card {...card} provided={provided} isDragging={isDragging} />}
    </Draggable>
  );
}

type CardProps = {
  hotel: BoardCard;
  provided: DraggableProvided;
  isDragging: boolean;
  isMoved?: boolean;
  onOpen?: (hotelId: number) => void;
  isTabStop?: boolean;
  onFocus?: () => void;
  /** Called for keys that may move the focus to another card. */
  onKey?: (event: KeyboardEvent) => void;
};

/** Shows a card. A click or Enter opens it, except when the click or key ended a drag. */
function Card({ hotel, provided, isDragging, isMoved = false, onOpen, ...rest }: CardProps) {
  const { isTabStop = true, onFocus, onKey } = rest;
  const { draggableProps, dragHandleProps, innerRef } = provided;
  const open = (event: { defaultPrevented: boolean }) => {
    if (!event.defaultPrevented) onOpen?.(hotel.id);
  };
  return (
    <div
      role="button"
      {...draggableProps}
      {...dragHandleProps}
      tabIndex={isTabStop ? 0 : -1}
      ref={innerRef}
      onFocus={onFocus}
      id={onOpen && cardId(hotel.id)}
      className={cardClasses.card}
      data-dragging={isDragging}
      data-moved={isMoved}
      onClick={open}
      onTouchStart={({ target }) => keepTouch(target)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open(event);
        else onKey?.(event);
      }}
    >
      <HotelCard hotel={hotel} />
    </div>
  );
}

/** Milliseconds for which a dropped card is highlighted. */
const marked = 1_500;

/** Scrolls to a card that was dropped here, and highlights it for a moment. */
function useArrival(
  arrival: Arrival | undefined,
  hotels: ColumnCards,
  show: (index: number) => void,
): number | undefined {
  const [moved, setMoved] = useState<number>();
  const seen = useRef<Arrival>(undefined);
  const index = arrival ? hotels.findIndex((one) => one?.id === arrival.hotelId) : -1;
  useEffect(() => {
    if (!arrival || index < 0 || seen.current === arrival) return;
    seen.current = arrival;
    show(index);
    setMoved(arrival.hotelId);
    if (arrival.takesFocus) focusOnceThere(arrival.hotelId);
  }, [arrival, index, show]);
  useEffect(() => {
    if (moved === undefined) return undefined;
    const timer = setTimeout(() => setMoved(undefined), marked);
    return () => clearTimeout(timer);
  }, [moved]);
  return moved;
}
