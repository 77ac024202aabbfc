import { useMutation, useQueryClient } from '@tanstack/react-query';

import { changedActionsSchema, type ActionRow } from '#domain/actions/action.ts';
import { call } from '#web/lib/api.ts';
import { useRequestKey } from '#web/lib/use-request-key.ts';
import { refreshActions } from '#web/offline/readings/actions-reading.ts';

type Path = '/api/actions/due' | '/api/actions/owner';
type Change = { dueOn: string } | { ownerUserId: number };

/**
 * Returns what gives the chosen actions a due day or an owner. The server changes all of them or none. `send` calls
 * `onSent` with their number.
 */
export function useChangeMany(path: Path, chosen: readonly ActionRow[]) {
  const client = useQueryClient();
  const keyOf = useRequestKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ change }: { change: Change; onSent: (count: number) => void }) => {
      const body = { ...change, actions: chosen.map(({ id, version }) => ({ id, version })) };
      return call({
        ...{ method: 'POST', path, schema: changedActionsSchema },
        body: { ...body, clientId: keyOf(body) },
      });
    },
    onSuccess: (_, { onSent }) => onSent(chosen.length),
    onSettled: () => refreshActions(client),
  });
  const send = (change: Change, onSent: (count: number) => void) => mutate({ change, onSent });
  return { send, isPending, error };
}
