import { useSyncExternalStore } from 'react';
import { z } from 'zod';

import { personSchema, type Person } from '#domain/people/person.ts';
import { askAs } from './fetch-in-session.ts';
import { keptUser, type KeptUser } from './kept-user.ts';

/**
 * Who is signed in, kept in the browser so that the app opens without a connection. It decides
 * only what is shown: the server knows by itself who is asking.
 */
const storageKey = 'currentUser';
const changeKey = 'currentUserChange';

/** A record without id, email or role is discarded; what else may be missing is made up. */
const storedSchema = personSchema.extend({
  email: z.string().min(1),
  name: z.string().default(''),
  role: personSchema.shape.role.extend({
    id: z.int().default(0),
    permissions: z.array(z.string()).default([]),
  }),
  mustChangePassword: z.boolean().default(false),
});

const listeners = new Set<() => void>();
let current = readStored();
askAs(current?.id ?? null);

function readStored(): Person | null {
  const text = localStorage.getItem(storageKey);
  if (text === null) return null;
  const person = parseStored(text);
  if (!person) store(null);
  return person;
}

function parseStored(text: string): Person | null {
  try {
    return storedSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function store(text: string | null): void {
  keep({ change: lastChange() + 1, text });
}

function lastChange(): number {
  return Number(localStorage.getItem(changeKey)) || 0;
}

function keep(user: KeptUser): void {
  if (user.text === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, user.text);
  localStorage.setItem(changeKey, String(user.change));
  void keptUser.write(user);
}

function replace(person: Person | null): void {
  current = person;
  askAs(person?.id ?? null);
  for (const tell of listeners) tell();
}

export const currentUser = {
  get: (): Person | null => current,

  /** Null signs out, on this device. */
  set(person: Person | null): void {
    const text = person && JSON.stringify(person);
    // What is drawn for somebody is not drawn anew because the server says the same of them.
    if (current && text !== null && text === localStorage.getItem(storageKey)) return;
    store(text);
    replace(person);
  },

  /** Reads the stored record anew: what a start of the app does. */
  reload(): void {
    replace(readStored());
  },

  /**
   * Where the browser was killed before it wrote the record down, or its removal: what was kept
   * beside it decides, if that is newer.
   */
  async restore(): Promise<void> {
    const before = current;
    const kept = await keptUser.read();
    const change = lastChange();
    // The page was left before it had written.
    if (!kept || kept.change < change)
      void keptUser.write({ change, text: localStorage.getItem(storageKey) });
    if (!kept || kept.change <= change) return;
    const person = kept.text === null ? null : parseStored(kept.text);
    // Whoever signed in or out meanwhile knows better.
    const now = current === before ? person : current;
    keep({ change: kept.change + 1, text: now && JSON.stringify(now) });
    replace(now);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

// Signing in or out in one tab does so in all.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) currentUser.reload();
});

/** The signed-in person, or null outside the signed-in part. */
export function useMaybeCurrentUser(): Person | null {
  return useSyncExternalStore(currentUser.subscribe, currentUser.get);
}

/** The signed-in person. Inside /app and the interview there is always one. */
export function useCurrentUser(): Person {
  const person = useMaybeCurrentUser();
  if (!person) throw new Error('Nobody is signed in');
  return person;
}
