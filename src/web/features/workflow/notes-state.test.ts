import { expect, test } from 'vitest';

import { isDirty, nextNotes, openNotes, type NotesEvent } from './notes-state.ts';

const opened = openNotes({ text: 'Clean rooms.', version: 4 });
const after = (...events: NotesEvent[]) => events.reduce(nextNotes, opened);
const written = { kind: 'written', draft: 'Clean rooms, late breakfast.' } as const;
const theirs = { kind: 'read', stored: { text: 'Noisy lobby.', version: 5 } } as const;

test('what is written is unsaved until it is saved', () => {
  expect(isDirty(opened)).toBe(false);
  expect(isDirty(after(written))).toBe(true);
  const saved = after(written, { kind: 'saved', stored: { text: written.draft, version: 5 } });
  expect(isDirty(saved)).toBe(false);
});

test('space around the words is nothing unsaved: the server stores none', () => {
  const spaced = { kind: 'written', draft: ' Clean rooms, late breakfast.\n' } as const;
  const stored = { text: written.draft, version: 5 };
  expect(isDirty(after(spaced, { kind: 'saved', stored }))).toBe(false);
  expect(after(spaced, { kind: 'read', stored }).theirs).toBeNull();
});

test('what is written while a save is under way stays, unsaved', () => {
  const state = after(
    written,
    { kind: 'written', draft: 'More' },
    { kind: 'saved', stored: { text: written.draft, version: 5 } },
  );
  expect(state.draft).toBe('More');
  expect(isDirty(state)).toBe(true);
});

test("another's words are taken where nothing was written here", () => {
  expect(after(theirs)).toEqual(openNotes(theirs.stored));
});

test("another's words stand beside what is being written here", () => {
  const state = after(written, theirs);
  expect(state.draft).toBe(written.draft);
  expect(state.theirs).toEqual(theirs.stored);
});

test('a change of another field, and a reading that is older, disturb nobody', () => {
  const later = after(written, { kind: 'read', stored: { text: 'Clean rooms.', version: 9 } });
  expect(later).toMatchObject({ base: { version: 9 }, draft: written.draft, theirs: null });
  const older = after(written, { kind: 'read', stored: { text: 'Old', version: 3 } });
  expect(older).toEqual(after(written));
});

test.each([
  ['took-theirs', 'Noisy lobby.', false],
  ['kept-ours', written.draft, true],
  ['took-both', `Noisy lobby.\n\n${written.draft}`, true],
] as const)('%s: goes on from what is stored now', (kind, draft, dirty) => {
  const state = after(written, theirs, { kind });
  expect(state).toEqual({ base: theirs.stored, draft, theirs: null });
  expect(isDirty(state)).toBe(dirty);
});
