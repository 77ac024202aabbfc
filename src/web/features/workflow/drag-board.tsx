import {
  DragDropContext,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { BoardCard } from '#domain/workflow/board.ts';
import { stages, type Stage } from '#domain/workflow/stages.ts';
import type { Columns, Movable } from './board-state.ts';
import classes from './drag-board.module.css';
import { StageColumn } from './stage-column.tsx';
import { useFillHeight } from './use-fill-height.ts';
import { refusalOf, type Arrival } from './use-moves.ts';

type Props = {
  columns: Columns;
  /** The column to scroll into view when not all of them fit. */
  first: Stage | undefined;
  /**
   * On a wide window each column scrolls by itself. Otherwise the whole board scrolls both ways.
   */
  isWide: boolean;
  onOpen: (hotelId: number) => void;
  arrival: Arrival | undefined;
  onDrop: (hotel: Movable, stage: Stage, byKeyboard: boolean) => void;
};

const instructions =
  'Go from card to card with the up and down arrow keys. Press Enter to open. Press Space to pick up the card, the left and right arrow keys to choose a stage, Space to drop it there, and Escape to leave it where it was.';

/** Shows the six columns, whose cards can be dragged by mouse, finger or keyboard. */
export function DragBoard({ columns, first, isWide, arrival, onOpen, onDrop }: Props) {
  const board = useFillHeight();
  const [shared, setShared] = useState<HTMLElement | null>(null);
  const { dragged, shown, responders } = useDragging(columns, onDrop);
  useEffect(() => {
    const at = first ? stages.indexOf(first) : -1;
    if (at > 0) shared?.scrollTo({ left: (shared.scrollWidth / stages.length) * at });
  }, [shared, first]);
  return (
    <DragDropContext dragHandleUsageInstructions={instructions} {...responders}>
      <div ref={board}>
        <div
          ref={setShared}
          className={classes.board}
          data-wide={isWide}
          data-dragging={dragged !== undefined}
        >
          {stages.map((stage) => (
            <StageColumn
              key={`${stage} ${isWide}`}
              stage={stage}
              hotels={shown[stage]}
              scroller={isWide ? 'column' : shared}
              arrival={arrival?.stage === stage ? arrival : undefined}
              refuses={dragged !== undefined && refusalOf(dragged, stage) !== null}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </DragDropContext>
  );
}

/**
 * Keeps track of the dragged card, and announces to screen readers what happens to it. Returns the columns
 * to show: while a card is dragged, those that were there when it was picked up.
 *
 * A board that the server sends meanwhile shows once the card is dropped. Otherwise cards would come and go
 * under somebody's hand, and a key would be lost: when a card is added or removed during a drag, the
 * dragging library measures it in the next frame, and ignores the arrow keys until then.
 */
function useDragging(columns: Columns, onDrop: Props['onDrop']) {
  const [dragged, setDragged] = useState<BoardCard>();
  const [held, setHeld] = useState<Columns>();
  const shown = held ?? columns;
  const lifted = useRef<BoardCard>(undefined);

  // The library calls it at once. It calls `onDragStart` a moment later, when the next board may be there.
  const onBeforeDragStart = useCallback(() => setHeld(columns), [columns]);
  const onDragStart = useCallback(
    ({ draggableId, source }: DragStart, { announce }: ResponderProvided) => {
      const card = shown[source.droppableId as Stage].find((one) => `${one?.id}` === draggableId);
      lifted.current = card;
      setDragged(card);
      if (card) announce(`Picked up ${card.hotelName}, in ${card.stage}.`);
    },
    [shown],
  );
  const onDragUpdate = useCallback(
    ({ destination }: DragUpdate, { announce }: ResponderProvided) => {
      const card = lifted.current;
      if (!card) return;
      const stage = destination?.droppableId as Stage | undefined;
      const refusal = stage && refusalOf(card, stage);
      announce(stage ? `Over ${stage}.${refusal ? ` ${refusal}` : ''}` : 'Over no stage.');
    },
    [],
  );
  const onDragEnd = useCallback(
    ({ destination, mode, reason }: DropResult, { announce }: ResponderProvided) => {
      const card = lifted.current;
      lifted.current = undefined;
      setDragged(undefined);
      setHeld(undefined);
      if (!card) return;
      const stage = reason === 'DROP' ? (destination?.droppableId as Stage | undefined) : undefined;
      if (!stage || stage === card.stage)
        return announce(`${card.hotelName} stays in ${card.stage}.`);
      const refusal = refusalOf(card, stage);
      announce(
        refusal
          ? `${card.hotelName} stays in ${card.stage}. ${refusal}`
          : `${card.hotelName} moved to ${stage}. Press Control and Z to undo.`,
      );
      onDrop(card, stage, mode === 'SNAP');
    },
    [onDrop],
  );
  const responders = { onBeforeDragStart, onDragStart, onDragUpdate, onDragEnd };
  return { dragged, shown, responders };
}
