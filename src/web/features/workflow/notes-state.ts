/** The notes as the server has them, with the hotel's version at that time. */
export type StoredNotes = { text: string; version: number };

/** The evaluation notes while a person edits them. */
export type NotesState = {
  /** The notes that the person started from. */
  base: StoredNotes;
  draft: string;
  /** What someone else saved meanwhile, until the person has chosen. */
  theirs: StoredNotes | null;
};

export type NotesEvent =
  | { kind: 'written'; draft: string }
  /** The server returned the notes, after a reading or a save. */
  | { kind: 'read'; stored: StoredNotes }
  /** Our notes were stored. */
  | { kind: 'saved'; stored: StoredNotes }
  | { kind: 'took-theirs' | 'kept-ours' | 'took-both' };

export function openNotes(stored: StoredNotes): NotesState {
  return { base: stored, draft: stored.text, theirs: null };
}

export function isDirty({ base, draft }: NotesState): boolean {
  return !sameWords(draft, base.text);
}

/** Compares two texts without white space at their ends, because the server removes it. */
function sameWords(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

/**
 * Returns the next state of the notes. Nobody's text is lost: a new reading never replaces what the
 * person is writing, and what someone else saved meanwhile is kept next to it until the person has
 * chosen.
 */
export function nextNotes(state: NotesState, event: NotesEvent): NotesState {
  switch (event.kind) {
    case 'written':
      return { ...state, draft: event.draft };
    case 'read':
      return read(state, event.stored);
    case 'saved':
      // Text that was typed during the save stays, and counts as unsaved.
      return { ...state, base: event.stored, theirs: null };
    case 'took-theirs':
      return state.theirs ? openNotes(state.theirs) : state;
    case 'kept-ours':
      return state.theirs ? { ...state, base: state.theirs, theirs: null } : state;
    case 'took-both':
      return state.theirs
        ? { base: state.theirs, draft: `${state.theirs.text}\n\n${state.draft}`, theirs: null }
        : state;
  }
}

function read(state: NotesState, stored: StoredNotes): NotesState {
  if (stored.version < state.base.version) return state;
  // Someone changed another field of the hotel, or saved the same text.
  if (sameWords(stored.text, state.base.text) || sameWords(stored.text, state.draft))
    return { ...state, base: stored, theirs: null };
  return isDirty(state) ? { ...state, theirs: stored } : openNotes(stored);
}
