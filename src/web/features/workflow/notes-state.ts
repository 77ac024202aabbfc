/** What the server said of the notes: their words, and the hotel's version then. */
export type StoredNotes = { text: string; version: number };

/** The evaluation notes while somebody writes them. */
export type NotesState = {
  /** What the writing began from. */
  base: StoredNotes;
  draft: string;
  /** What someone else saved meanwhile, until the writer has chosen. */
  theirs: StoredNotes | null;
};

export type NotesEvent =
  | { kind: 'written'; draft: string }
  /** The server's word, at any time: read anew, or after a save. */
  | { kind: 'read'; stored: StoredNotes }
  /** Our words are stored. */
  | { kind: 'saved'; stored: StoredNotes }
  | { kind: 'took-theirs' | 'kept-ours' | 'took-both' };

export function openNotes(stored: StoredNotes): NotesState {
  return { base: stored, draft: stored.text, theirs: null };
}

export function isDirty({ base, draft }: NotesState): boolean {
  return !sameWords(draft, base.text);
}

/** The server stores words without the space around them. */
function sameWords(one: string, other: string): boolean {
  return one.trim() === other.trim();
}

/**
 * Nobody's words are lost: what is being written stays through every reading, and what someone
 * else saved meanwhile is set beside it for the writer to choose.
 */
export function nextNotes(state: NotesState, event: NotesEvent): NotesState {
  switch (event.kind) {
    case 'written':
      return { ...state, draft: event.draft };
    case 'read':
      return read(state, event.stored);
    case 'saved':
      // What was written while the save was under way stays, and is unsaved.
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
  // Another field of the hotel was changed, or these very words were saved.
  if (sameWords(stored.text, state.base.text) || sameWords(stored.text, state.draft))
    return { ...state, base: stored, theirs: null };
  return isDirty(state) ? { ...state, theirs: stored } : openNotes(stored);
}
