import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { NewRound, RoundChange } from '#domain/rounds/plan.ts';
import { changedCycleSchema, roundSchema, type Round } from '#domain/rounds/round.ts';
import { call } from '#web/lib/api.ts';
import { roundsQuery } from '#web/offline/readings/rounds-reading.ts';

/** Plans or opens a round. A call that is sent again with the same `clientId` stores nothing more. */
export function usePlanRound(hotelId: number) {
  const refresh = useRefresh(hotelId);
  return useMutation({
    mutationFn: (body: NewRound) =>
      call({ method: 'POST', path: `/api/hotels/${hotelId}/rounds`, body, schema: roundSchema }),
    onSettled: refresh,
  });
}

/** Changes a round, if it is still as the person saw it. */
export function useChangeRound(hotelId: number) {
  const refresh = useRefresh(hotelId);
  return useMutation({
    mutationFn: ({
      id,
      version,
      change,
    }: Pick<Round, 'id' | 'version'> & { change: RoundChange }) =>
      call({
        method: 'PATCH',
        path: `/api/rounds/${id}`,
        body: { ...change, version },
        schema: roundSchema,
      }),
    onSettled: refresh,
  });
}

/** Stores the outcome of a cycle that has ended. */
export function useNoteOutcome(hotelId: number) {
  const refresh = useRefresh(hotelId);
  return useMutation({
    mutationFn: ({ id, outcome }: { id: number; outcome: string }) =>
      call({
        method: 'PATCH',
        path: `/api/cycles/${id}`,
        body: { outcome },
        schema: changedCycleSchema,
      }),
    onSettled: refresh,
  });
}

function useRefresh(hotelId: number) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: roundsQuery(hotelId).queryKey });
}
