import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { actionEventReplySchema, type Action } from '#domain/actions/action.ts';
import type { ActionEventInput } from '#domain/actions/action-input.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import { actionQuery, refreshActions } from '#web/offline/readings/actions-reading.ts';
import { useRefreshAfter } from '#web/offline/readings/use-refresh-after.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { sendFile } from './send-file.ts';

type WithoutId<E> = E extends unknown ? Omit<E, 'clientId' | 'claimedAt'> : never;
/** An event of an action before it is sent, without the id that makes sending it again safe. */
export type ActionAct = WithoutId<ActionEventInput>;

/** Returns the server's message about a field of what was sent. */
export function messageAt(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.problem?.errors?.find(({ path }) => path === field)?.message;
}

type Options = {
  /** Called once everything was stored. */
  onDone?: () => void;
  /** The fields at which the form shows the server's messages. A toast shows the messages of other fields. */
  fields: readonly string[];
};

/** Stores events of an action, one after the other. */
export function useActionActs(action: Pick<Action, 'id'>, { onDone, fields }: Options) {
  const client = useQueryClient();
  const store = useStoreAct(action);
  const refresh = useRefreshAfter(() => refreshActions(client));
  return useMutation({
    mutationFn: async (acts: readonly ActionAct[]) => {
      for (const act of acts) await store(act);
    },
    onSuccess: () => onDone?.(),
    onError: (error, { length }) => {
      if (!fields.some((field) => messageAt(error, field) !== undefined))
        toast.failure(length > 1 ? 'Not everything was changed' : 'Nothing was changed', error);
    },
    onSettled: refresh,
  });
}

/**
 * Sends chosen files one after the other, and names them in the action's history. Until that is stored, the same
 * content keeps its id, so that choosing a file again after a lost reply stores it once.
 */
export function useAddEvidence(action: Action) {
  const client = useQueryClient();
  const store = useStoreAct(action);
  const refresh = useRefreshAfter(() => refreshActions(client));
  const ids = useRef(new Map<string, string>());
  const idOf = (digest: string) => {
    const id = ids.current.get(digest) ?? newRequestKey();
    ids.current.set(digest, id);
    return id;
  };
  return useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const fileIds = new Set<string>();
      for (const file of chosen) fileIds.add(await sendFile(action, file, idOf));
      await store({ kind: 'evidence', fileIds: [...fileIds], text: '' });
      ids.current.clear();
    },
    onSettled: refresh,
  });
}

/**
 * Returns a function that stores one event. The event's id stays the same until the event is stored, so that a
 * press after a lost reply stores nothing twice. After that, the same words can be sent as a new event. An
 * event that came too late is kept as a note. A toast and the history say so.
 */
function useStoreAct({ id }: Pick<Action, 'id'>) {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return async (act: ActionAct) => {
    const content = JSON.stringify(act);
    const clientId = keys.current.get(content) ?? newRequestKey();
    keys.current.set(content, clientId);
    const { event, action } = await call({
      method: 'POST',
      path: `/api/actions/${id}/events`,
      body: { ...act, clientId },
      schema: actionEventReplySchema,
    });
    keys.current.delete(content);
    const reading = { value: action, savedAt: Date.now(), isCached: false };
    client.setQueryData(actionQuery(id).queryKey, reading);
    if (!event.applied) toast.error('Kept as a note', event.refusal ?? undefined);
  };
}
