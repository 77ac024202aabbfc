import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';

import {
  grantedWaiverSchema,
  waiverSchema,
  type NewWaiver,
  type Waiver,
} from '#domain/waivers/waiver.ts';
import { plural } from '#domain/plural.ts';
import { call } from '#web/lib/api.ts';
import { countWords } from '#web/lib/format.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { cachedQuery, readingsOf } from '#web/offline/readings/cached-query.ts';
import { useRefreshAfter } from '#web/offline/readings/use-refresh-after.ts';
import { toast } from '#web/ui/notices/toast.ts';

const pathOf = (hotelId: number) => `/api/hotels/${hotelId}/waivers`;

/**
 * Returns the query for a hotel's waivers, including those that are over. The device keeps the last reading.
 */
export function waiversQuery(hotelId: number) {
  return cachedQuery({ path: pathOf(hotelId), schema: z.array(waiverSchema) });
}

/**
 * Returns a function that reads again what a waiver can change: the hotel, and the figures of a round to which
 * it was applied.
 */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries(
      readingsOf('/api/hotels', '/api/rounds/', '/api/responses', '/api/results/', '/api/actions'),
    );
}

/** Grants a waiver. A press after a lost reply grants no second waiver. */
export function useGrantWaiver(hotelId: number) {
  const refresh = useRefreshAfter(useRefresh());
  const keyOf = useRequestKey();
  return useMutation({
    mutationFn: (waiver: Omit<NewWaiver, 'clientId'>) =>
      call({
        method: 'POST',
        path: pathOf(hotelId),
        body: { ...waiver, clientId: keyOf(waiver) },
        schema: grantedWaiverSchema,
      }),
    onSuccess: ({ revised }) =>
      toast.success(
        'Waiver granted',
        revised > 0
          ? `${countWords(revised, 'response')} of the round ${plural(revised, 'was', 'were')} scored again.`
          : 'It counts for interviews that are completed from now on.',
      ),
    onSettled: refresh,
  });
}

export function useRevokeWaiver(hotelId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<Waiver, 'id'>) =>
      call({ method: 'DELETE', path: `${pathOf(hotelId)}/${id}`, schema: waiverSchema }),
    onSuccess: () =>
      toast.success('Waiver revoked', 'Interviews from now on ask the question again.'),
    onError: (error) => toast.failure('The waiver was not revoked', error),
    onSettled: refresh,
  });
}
