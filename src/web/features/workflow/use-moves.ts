import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';

import { mayMoveTo, stageGuardDetail, type Stage } from '#domain/workflow/stages.ts';
import { detailOf } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { moveBack, moveTo, type Movable, type Move } from './board-state.ts';
import { changeHotel, isStageGuard, tellChanged } from './change-hotel.ts';
import { refreshWorkflow } from './read-workflow.ts';

const mutationKey = ['move-hotel'] as const;
/**
 * Changes of a hotel's stage or status share this scope, so that they are sent one after another.
 */
export const moveScope = { id: 'move-hotel' };

/** Returns why a move is refused before the server is asked, or null when it is allowed. */
export function refusalOf(hotel: Movable, stage: Stage): string | null {
  return mayMoveTo(stage, hotel) ? null : stageGuardDetail;
}

/** A drop that can still be undone, with the hotel as it was before. */
type Undoable = { hotel: Movable; to: Stage; byKeyboard: boolean };

/** A card that has just arrived in a stage, by a drop or because a drop was undone. */
export type Arrival = { hotelId: number; stage: Stage; takesFocus: boolean };

/** Changes the stages of hotels. Changes show at once and are sent one after another. */
export function useMoves() {
  const send = useSendMove();
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const [arrival, setArrival] = useState<Arrival>();
  /** The hotel whose drop was undone last, until the next drop. */
  const [undone, setUndone] = useState<Movable | null>(null);

  /** Returns false when the move is refused here. */
  const move = useCallback(
    (hotel: Movable, stage: Stage): boolean => {
      const refusal = refusalOf(hotel, stage);
      if (refusal) {
        toast.error('Validation Error', refusal);
        return false;
      }
      send(moveTo(hotel, stage), () => setUndoable(null));
      return true;
    },
    [send],
  );
  const drop = useCallback(
    (hotel: Movable, stage: Stage, byKeyboard: boolean) => {
      const isMoved = move(hotel, stage);
      if (isMoved) setUndoable({ hotel, to: stage, byKeyboard });
      setUndone(null);
      const arrivedIn = isMoved ? stage : hotel.stage;
      setArrival({ hotelId: hotel.id, stage: arrivedIn, takesFocus: byKeyboard });
    },
    [move],
  );
  const undo = useCallback(() => {
    if (!undoable) return;
    const { hotel, to } = undoable;
    send(moveBack(hotel, to));
    setUndoable(null);
    setUndone(hotel);
    setArrival({ hotelId: hotel.id, stage: hotel.stage, takesFocus: true });
  }, [send, undoable]);
  const forget = useCallback(() => setUndoable(null), []);
  return { move, drop, undoable, undo, forget, undone, arrival };
}

/** Returns the moves that the server has not answered yet, in the order they were made. */
export function usePendingMoves(): Move[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  });
}

function useSendMove() {
  const client = useQueryClient();
  /** Each hotel's version after our own last change. The next change builds on it. */
  const versions = useRef(new Map<number, number>());
  const { mutate } = useMutation({
    mutationKey,
    scope: moveScope,
    mutationFn: async ({ hotelId, was, ...move }: Move) => {
      const version = Math.max(move.version, versions.current.get(hotelId) ?? 0);
      const { hotelName, stage, status } = was;
      const basedOn = { stage, ...(move.status && { status }) };
      const named = { id: hotelId, hotelName };
      const hotel = await changeHotel(client, named, { ...move, version }, basedOn);
      if (hotel) versions.current.set(hotelId, hotel.version);
      return hotel;
    },
    onSuccess: (hotel) =>
      tellChanged(hotel, 'Hotel stage updated successfully - Refreshing page...', 2_000),
    onError: (error) =>
      isStageGuard(error)
        ? toast.error('Validation Error', detailOf(error))
        : toast.error('Failed to update hotel stage', detailOf(error)),
    onSettled: () => {
      // While another change is under way, a new reading could be older than what is shown.
      if (client.isMutating({ mutationKey }) === 1) void refreshWorkflow(client);
    },
  });
  return useCallback(
    (move: Move, onRefused?: () => void) => mutate(move, onRefused && { onError: onRefused }),
    [mutate],
  );
}
