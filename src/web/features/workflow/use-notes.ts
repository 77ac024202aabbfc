import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useReducer } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { currentUser } from '#web/lib/current-user.ts';
import { readHotel } from '#web/offline/reads.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.ts';
import { boardViewSchema } from './board-view.ts';
import { changeHotel, isChangedMeanwhile } from './change-hotel.ts';
import { isDirty, nextNotes, openNotes, type StoredNotes } from './notes-state.ts';
import { keepHotel } from './read-workflow.ts';

/** A hotel's evaluation notes, as somebody writes and saves them. */
export function useNotes(hotel: Hotel) {
  const client = useQueryClient();
  const stored = notesOf(hotel);
  const [state, tell] = useReducer(nextNotes, stored, openNotes);
  if (stored.version > state.base.version && stored.version !== state.theirs?.version)
    tell({ kind: 'read', stored });
  const save = useMutation({
    mutationFn: async () => {
      const { draft, base } = state;
      const asked = { evaluationNotes: draft, version: base.version };
      return changeHotel(client, hotel.id, asked).catch(async (error: unknown) => {
        if (!isChangedMeanwhile(error)) throw error;
        const { value: now } = await readHotel(hotel.id);
        // Someone changed another field: these notes overwrite nobody's.
        if (notesOf(now).text === base.text)
          return changeHotel(client, hotel.id, { ...asked, version: now.version });
        keepHotel(client, now);
        throw error;
      });
    },
    onSuccess: (saved) => {
      tell({ kind: 'saved', stored: notesOf(saved) });
      toast.success('Notes saved');
    },
    onError: () => toast.error('Save failed', 'Failed to save evaluation notes'),
  });
  const dirty = isDirty(state);
  useAskBeforeLeaving(dirty);
  return { state, dirty, tell, save };
}

function notesOf({ evaluationNotes, version }: Hotel): StoredNotes {
  return { text: evaluationNotes ?? '', version };
}

/** Closing the dialog, Back and every link ask first while something is not saved. */
function useAskBeforeLeaving(dirty: boolean): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      const stays = current.pathname === next.pathname && hotelOf(current) === hotelOf(next);
      // Whoever's session has ended must reach the sign-in.
      if (stays || !currentUser.get()) return false;
      return !(await confirm({
        title: 'Leave without saving?',
        message: 'The evaluation notes have changes that are not saved. They will be lost.',
        confirmLabel: 'Discard changes',
        cancelLabel: 'Keep writing',
        danger: true,
      }));
    },
  });
}

function hotelOf({ search }: { search: unknown }): number | undefined {
  return boardViewSchema.safeParse(search).data?.hotel;
}
