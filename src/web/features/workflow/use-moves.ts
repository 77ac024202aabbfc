import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';

import { mayMoveTo, stageGuardDetail, type Stage } from '#domain/workflow/stages.ts';
import { detailOf } from '#web/lib/api.ts';
import { readRounds } from '#web/offline/readings/rounds-reading.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { moveBack, moveTo, type Movable, type Move } from './board-state.ts';
import { changeHotel, isStageGuard, tellChanged } from './change-hotel.ts';
import { refreshWorkflow } from './read-workflow.ts';
import type { CycleChoice } from './rounds/ask-cycle.tsx';

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

  /**
   * Moves a hotel, unless the move is refused here or the person decides against it when asked.
   *
   * @param onSent called when nobody was asked. A move about which somebody was asked has no Undo.
   */
  const move = useCallback(
    (hotel: Movable, stage: Stage, onSent?: () => void) => {
      const refusal = refusalOf(hotel, stage);
      if (refusal) return toast.error('Validation Error', refusal);
      const go = (cycle?: CycleChoice) =>
        send({ ...moveTo(hotel, stage), ...(cycle && { cycle }) }, () => setUndoable(null));
      const goUnasked = () => {
        go();
        onSent?.();
      };
      if (stage === 'Initiated') void askAtStart(hotel, go, goUnasked);
      else goUnasked();
    },
    [send],
  );
  const drop = useCallback(
    (hotel: Movable, stage: Stage, byKeyboard: boolean) => {
      const arriveIn = (there: Stage) =>
        setArrival({ hotelId: hotel.id, stage: there, takesFocus: byKeyboard });
      setUndone(null);
      arriveIn(hotel.stage);
      move(hotel, stage, () => {
        setUndoable({ hotel, to: stage, byKeyboard });
        arriveIn(stage);
      });
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

/**
 * Asks whether a hotel that goes back to Initiated begins its next cycle, if the latest cycle has interviews.
 * If the rounds cannot be read, as without a connection, it does not ask: the server then begins the next cycle
 * if the latest has ended.
 */
async function askAtStart(
  hotel: Movable,
  go: (cycle: CycleChoice) => void,
  goUnasked: () => void,
): Promise<void> {
  const rounds = await readRounds(hotel.id).catch(() => undefined);
  const [latest] = rounds?.value.cycles ?? [];
  if (!latest?.rounds.some(({ responses }) => responses > 0)) return goUnasked();
  const { askCycle } = await import('./rounds/ask-cycle.tsx');
  const cycle = await askCycle(hotel.hotelName, latest.number);
  if (cycle) go(cycle);
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
