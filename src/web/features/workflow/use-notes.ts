import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { z } from 'zod';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { useUnsavedGuard } from '#web/lib/use-unsaved-guard.ts';
import { readHotel } from '#web/offline/readings/reads.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { changeHotel, isChangedMeanwhile, tellChanged } from './change-hotel.ts';
import { isDirty, nextNotes, openNotes, type StoredNotes } from './notes-state.ts';
import { keepHotel } from './read-workflow.ts';

/** Manages a hotel's evaluation notes while a person edits and saves them. */
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
      const basedOn = { evaluationNotes: base.text || null };
      return changeHotel(client, hotel, asked, basedOn).catch(async (error: unknown) => {
        if (!isChangedMeanwhile(error)) throw error;
        const { value: now } = await readHotel(hotel.id);
        // Someone changed another field, so saving these notes overwrites nothing of theirs.
        if (notesOf(now).text === base.text)
          return changeHotel(client, hotel, { ...asked, version: now.version }, basedOn);
        keepHotel(client, now);
        throw error;
      });
    },
    onSuccess: (saved) => {
      // Notes that wait on this device show as stored. The version stays, because the server has no
      // new one yet.
      const kept = { text: state.draft.trim(), version: state.base.version };
      tell({ kind: 'saved', stored: saved ? notesOf(saved) : kept });
      tellChanged(saved, 'Notes saved');
    },
    onError: () => toast.error('Save failed', 'Failed to save evaluation notes'),
  });
  const dirty = isDirty(state);
  useUnsavedGuard(() => dirty, placeIn);
  return { state, dirty, tell, save };
}

function notesOf({ evaluationNotes, version }: Hotel): StoredNotes {
  return { text: evaluationNotes ?? '', version };
}

/**
 * Returns a key of the place where the notes are edited: a hotel's dialog on the board, or a tab of
 * the hotel's page.
 */
function placeIn(search: unknown): string {
  const { hotel, tab } = placeSchema.parse(search);
  return JSON.stringify([hotel, tab]);
}

const anything = z.unknown().optional();
const placeSchema = z.object({ hotel: anything, tab: anything });
