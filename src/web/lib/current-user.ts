import { useSyncExternalStore } from 'react';
import { z } from 'zod';

import { personSchema, type Person } from '#domain/people/person.ts';
import { ownTimeZone } from './days.ts';
import { askAs } from './fetch-in-session.ts';
import { keptUser, type KeptUser } from './kept-user.ts';

/**
 * Stores who is signed in, in the browser, so that the app opens without a connection. It only
 * decides what is shown: the server checks the session itself.
 */
const storageKey = 'currentUser';
const changeKey = 'currentUserChange';

/** A record without id, email or role is discarded. Other missing fields get a default. */
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

  /** Stores who is signed in. Null signs out on this device. */
  set(person: Person | null): void {
    const text = person && JSON.stringify(person);
    // If the server returned the same person again, do not render everything again.
    if (current && text !== null && text === localStorage.getItem(storageKey)) return;
    store(text);
    replace(person);
  },

  /** Reads the stored record again, as a start of the app does. */
  reload(): void {
    replace(readStored());
  },

  /**
   * Repairs the stored record if the browser was killed before it wrote it, or its removal. The
   * second copy (`kept-user.ts`) decides, if it is newer.
   */
  async restore(): Promise<void> {
    const before = current;
    const kept = await keptUser.read();
    const change = lastChange();
    // The second copy is missing or older: the page was left before it was written.
    if (!kept || kept.change < change)
      void keptUser.write({ change, text: localStorage.getItem(storageKey) });
    if (!kept || kept.change <= change) return;
    const person = kept.text === null ? null : parseStored(kept.text);
    // If the person signed in or out meanwhile, that is more recent.
    const now = current === before ? person : current;
    keep({ change: kept.change + 1, text: now && JSON.stringify(now) });
    replace(now);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

// Signing in or out in one tab applies to all tabs.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) currentUser.reload();
});

/** Returns the signed-in person; null outside the signed-in part of the app. */
export function useMaybeCurrentUser(): Person | null {
  return useSyncExternalStore(currentUser.subscribe, currentUser.get);
}

/**
 * Returns the signed-in person. Inside /app and the interview there always is one; elsewhere this
 * throws.
 */
export function useCurrentUser(): Person {
  const person = useMaybeCurrentUser();
  if (!person) throw new Error('Nobody is signed in');
  return person;
}

/**
 * Returns the time zone of the installation's days. A copy of the person that a device stored under an earlier
 * release does not have it. Then this returns the browser's.
 */
export function useInstallationZone(): string {
  return useCurrentUser().exitMeeting?.timeZone ?? ownTimeZone();
}
