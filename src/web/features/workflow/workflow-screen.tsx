import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { can } from '#domain/people/person.ts';
import type { Board as BoardData } from '#domain/workflow/board.ts';
import { useAddress } from '#web/lib/address.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useStored } from '#web/lib/use-stored.ts';
import { boardInTwo } from '#web/offline/readings/board-reading.ts';
import { useConsultants } from '#web/offline/readings/consultants.ts';
import { withEdits } from '#web/offline/readings/edited-board.ts';
import { editedHotels } from '#web/offline/outbox/hotel-edit.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
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

/** Shows Workflow Management: every hotel in its stage. People move hotels from stage to stage here. */
export function WorkflowScreen() {
  const person = useCurrentUser();
  const [view, change] = useAddress(boardViewSchema);
  const byConsultant = can(person, 'results.byConsultant');
  const consultantId = byConsultant ? view.consultant : undefined;
  const { reading, isWhole, error, retry } = useBoard(consultantId);
  const board = useKnown(reading?.value);
  const shown = useFiltered(board, isWhole, view);
  const moves = useMoves();

  return (
    <Page
      title="Workflow Management"

      lead={
        <BoardLead
          reading={reading}
          isWhole={isWhole}
          shown={shown}
          failed={Boolean(error)}
          ofConsultant={consultantId !== undefined}
          onClear={isFiltered(view) ? () => change(noFilters) : undefined}
        />
      }
      actions={
        <BoardToolbar
          view={view}
          board={isWhole ? board : undefined}
          byConsultant={byConsultant}
          onChange={change}
        />
      }
    >
      {error && !reading ? (
        <LoadError title="The board could not be loaded" error={error} onRetry={retry} />
      ) : (
        <Board
          board={shown}
          isWhole={isWhole}
          stage={view.stage}
          isFiltered={isFiltered(view)}
          // Replace the address, so that Back does not lead through every stage that was swiped.
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

/**
 * Returns the board. Until the whole board has arrived, returns a board with the first cards of each stage,
 * unless the whole board cannot be read.
 */
function useBoard(consultantId: number | undefined) {
  const queries = useMemo(() => boardInTwo(consultantId), [consultantId]);
  const { data: whole, error, refetch } = useQuery({ ...queries.whole, refetchOnMount: 'always' });
  const { data: first } = useQuery(queries.first);
  return {
    reading: whole ?? (error ? undefined : first),
    isWhole: whole !== undefined,
    error,
    retry: () => void refetch(),
  };
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

/**
 * Returns the board with the view's filters applied. The first cards alone do not show which hotels pass a
 * filter, so with a filter set it waits for the whole board.
 */
function useFiltered(
  board: BoardData | undefined,
  isWhole: boolean,
  { search, brand, duty }: BoardView,
): BoardData | undefined {
  const { nameConsultant } = useConsultants();
  return useMemo(
    () =>
      board && (isWhole || !isFiltered({ search, brand, duty }))
        ? filterBoard(board, { search, brand, duty }, nameConsultant)
        : undefined,
    [board, isWhole, search, brand, duty, nameConsultant],
  );
}
