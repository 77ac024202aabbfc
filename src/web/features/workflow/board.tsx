import { useMediaQuery } from '@mantine/hooks';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo } from 'react';

import type { Board as BoardData } from '#domain/workflow/board.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { Deferred } from '#web/ui/deferred.tsx';

import { columnsOf, firstInUse, type Movable } from './board-state.ts';
import { CardContext } from './card-context.ts';
import { PhoneBoard } from './phone-board.tsx';
import type { Arrival } from './use-moves.ts';
import { WaitingBoard } from './waiting-board.tsx';

/**
 * The board whose cards can be dragged. A phone does not load it, because there a hotel changes its stage in
 * its dialog. It uses the router's lazy loading, because React's would show the waiting board once more even
 * after the code has been loaded.
 */
const DragBoard = lazyRouteComponent(() => import('./drag-board.tsx'), 'DragBoard');

type Props = {
  /** Undefined while it loads. */
  board: BoardData | undefined;
  /** False while the board has only the first cards of each stage. */
  isWhole: boolean;
  stage: Stage | undefined;
  /** True when a filter is set. The first stage that has hotels is then scrolled into view. */
  isFiltered: boolean;
  onStage: (stage: Stage) => void;
  onOpen: (hotelId: number) => void;
  arrival: Arrival | undefined;
  onDrop: (hotel: Movable, stage: Stage, byKeyboard: boolean) => void;
};

/**
 * Shows six columns side by side on a wide window, six that scroll sideways on a tablet, and one
 * stage with a picker on a phone.
 */
export function Board({ board, ...props }: Props) {
  const now = useNow();
  const { nameConsultant } = useConsultants();
  const context = useMemo(() => ({ now, nameConsultant }), [now, nameConsultant]);
  return (
    <CardContext value={context}>
      <Deferred value={board}>{(arrived) => <Columns board={arrived} {...props} />}</Deferred>
    </CardContext>
  );
}

function Columns({ board, isWhole, stage, isFiltered, onStage, ...drag }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, atOnce);
  const isWide = useMediaQuery('(min-width: 75em)', true, atOnce);
  const columns = useMemo(() => board && columnsOf(board, isWhole), [board, isWhole]);
  useEffect(() => {
    // Load the code while the cards are being read. If this fails, it is loaded when the cards have arrived.
    if (!isPhone) void DragBoard.preload?.()?.catch(() => undefined);
  }, [isPhone]);
  if (isPhone)
    return <PhoneBoard columns={columns} stage={stage} onStage={onStage} onOpen={drag.onOpen} />;
  if (!columns) return <WaitingBoard isWide={isWide} />;
  const first = stage ?? (isFiltered ? firstInUse(columns) : undefined);
  return (
    <Suspense fallback={<WaitingBoard isWide={isWide} />}>
      <DragBoard columns={columns} first={first} isWide={isWide} {...drag} />
    </Suspense>
  );
}

/**
 * The window's size is read before the first paint, so that the board does not change shape after
 * it.
 */
const atOnce = { getInitialValueInEffect: false };
