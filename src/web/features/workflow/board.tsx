import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';

import type { Board as BoardData } from '#domain/workflow/board.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { Deferred } from '#web/ui/deferred.tsx';

import { columnsOf, type Movable } from './board-state.ts';
import { DragBoard } from './drag-board.tsx';
import { PhoneBoard } from './phone-board.tsx';
import type { Arrival } from './use-moves.ts';

type Props = {
  /** Undefined while it loads. */
  board: BoardData | undefined;
  stage: Stage | undefined;
  onStage: (stage: Stage) => void;
  onOpen: (hotelId: number) => void;
  arrival: Arrival | undefined;
  onDrop: (hotel: Movable, stage: Stage, byKeyboard: boolean) => void;
};

/** Six columns on a wide window, sideways on a tablet, one with a picker on a phone. */
export function Board({ board, ...props }: Props) {
  return <Deferred value={board}>{(arrived) => <Columns board={arrived} {...props} />}</Deferred>;
}

function Columns({ board, stage, onStage, ...drag }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, now);
  const isWide = useMediaQuery('(min-width: 75em)', true, now);
  const columns = useMemo(() => board && columnsOf(board), [board]);
  if (isPhone)
    return <PhoneBoard columns={columns} stage={stage} onStage={onStage} onOpen={drag.onOpen} />;
  return <DragBoard columns={columns} first={stage} isWide={isWide} {...drag} />;
}

/** Asked before the first paint, so that the board does not change shape after it. */
const now = { getInitialValueInEffect: false };
