import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { can } from '#domain/people/person.ts';
import type { Board as BoardData } from '#domain/workflow/board.ts';
import { useAddress } from '#web/lib/address.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { boardQuery } from '#web/offline/board-reading.ts';
import { useConsultants } from '#web/offline/consultants.ts';
import { withEdits } from '#web/offline/edited-board.ts';
import { editedHotels } from '#web/offline/outbox/hotel-edit.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { BoardLead } from './board-lead.tsx';
import { withMoves } from './board-state.ts';
import { BoardToolbar } from './board-toolbar.tsx';
import { boardViewSchema, type BoardView } from './board-view.ts';
import { Board } from './board.tsx';
import { filterBoard, isFiltered, noFilters } from './find-cards.ts';
import { HotelDialog } from './hotel-dialog.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useMoves, usePendingMoves } from './use-moves.ts';

/** Shows Workflow Management: every hotel in its stage, to be moved from stage to stage. */
export function WorkflowScreen() {
  const person = useCurrentUser();
  const [view, change] = useAddress(boardViewSchema);
  const byConsultant = can(person, 'results.byConsultant');
  const consultantId = byConsultant ? view.consultant : undefined;
  const { data, error, refetch } = useQuery({
    ...boardQuery(consultantId),
    refetchOnMount: 'always',
  });
  const board = useKnown(data?.value);
  const shown = useFiltered(board, view);
  const moves = useMoves();

  return (
    <Page
      title="Workflow Management"

      lead={
        <BoardLead
          reading={data}
          shown={shown}
          failed={Boolean(error)}
          ofConsultant={consultantId !== undefined}
          onClear={isFiltered(view) ? () => change(noFilters) : undefined}
        />
      }
      actions={
        <BoardToolbar view={view} board={board} byConsultant={byConsultant} onChange={change} />
      }
    >
      {error && !data ? (
        <LoadError
          title="The board could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Board
          board={shown}
          stage={view.stage}
          isFiltered={isFiltered(view)}
          // Stages are swiped through: Back does not lead through each of them again.
          onStage={(stage) => change({ stage }, { replace: true })}
          onOpen={(hotel) => change({ hotel })}
          arrival={moves.arrival}
          onDrop={moves.drop}
        />
      )}
      <UndoBar moves={moves} />
      <HotelDialog
        hotelId={view.hotel}
        onMove={moves.move}
        onClose={() => change({ hotel: undefined })}
      />
    </Page>
  );
}

/** Returns the board with the changes that the server has not stored yet. */
function useKnown(board: BoardData | undefined): BoardData | undefined {
  const pending = usePendingMoves();
  const edited = useStored(editedHotels);
  return useMemo(
    () => board && withMoves(edited ? withEdits(board, edited) : board, pending),
    [board, edited, pending],
  );
}

/** Returns the board with the view's filters applied. */
function useFiltered(
  board: BoardData | undefined,
  { search, brand, duty }: BoardView,
): BoardData | undefined {
  const { nameConsultant } = useConsultants();
  return useMemo(
    () => board && filterBoard(board, { search, brand, duty }, nameConsultant),
    [board, search, brand, duty, nameConsultant],
  );
}
