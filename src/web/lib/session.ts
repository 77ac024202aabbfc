import { z } from 'zod';

import { personSchema, type Person } from '#domain/people/person.ts';
import type { ChangePassword, SignIn } from '#domain/people/sign-in.ts';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { currentUser } from './current-user.ts';

/**
 * Kept from a sign-out until the server knows of it, or somebody signs in, which ends that session
 * as well: the browser's cookie is still good so long, and only a call of ours can end it.
 */
const untoldKey = 'signOutUntold';
let telling: Promise<void> | undefined;
/** What a sign-out still does on this device. */
let leaving: Promise<unknown> | undefined;

/** Begins a session. Rejects with a 401 where e-mail and password do not match. */
export async function signIn(input: SignIn): Promise<Person> {
  // One that comes to its end later would take the new session's cookie away.
  await telling;
  // Nor may a store be opened while it is being locked away.
  await leaving;
  const person = await call({
    method: 'POST',
    path: '/api/auth/login',
    body: input,
    schema: personSchema,
  });
  // What someone else has seen on this device is nobody else's to see.
  queryClient.clear();
  currentUser.set(person);
  localStorage.removeItem(untoldKey);
  return person;
}

/**
 * Asks the server who is signed in. A 401 signs out, as it does in every call (`app.tsx`); without
 * a connection, whoever was signed in stays so.
 */
export async function refreshCurrentUser(): Promise<void> {
  const before = currentUser.get();
  const person = await call({ path: '/api/auth/me', schema: personSchema }).catch(() => null);
  // Whoever signed in or out while the answer was under way knows better.
  if (person && currentUser.get() === before) currentUser.set(person);
}

let restored: Promise<void> | undefined;
let resolved: Promise<void> | undefined;

/** The one time that the start of the app looks who was signed in last, however many wait for it. */
export function restoreCurrentUser(): Promise<void> {
  restored ??= currentUser.restore();
  return restored;
}

/** {@link restoreCurrentUser}, and what the server says to it. */
export function resolveCurrentUser(): Promise<void> {
  resolved ??= resolve();
  return resolved;
}

/**
 * Where someone signed out and the server was never told, it is told now. A browser that was killed
 * right after may have lost the mark; then it has lost as well that anybody signed out, and only
 * what is kept beside it knows (`kept-user.ts`).
 */
async function resolve(): Promise<void> {
  const before = currentUser.get();
  await restoreCurrentUser();
  if (currentUser.get()) return refreshCurrentUser();
  if (before || localStorage.getItem(untoldKey) !== null) void tellSignOut();
}

/**
 * Ends the session, here in any case and on the server where it can be reached. `leave` does what is
 * to be done with the device's data once nobody is signed in; the next sign-in waits for it.
 */
export async function signOut(leave?: () => Promise<void>): Promise<void> {
  localStorage.setItem(untoldKey, 'yes');
  const told = tellSignOut();
  currentUser.set(null);
  queryClient.clear();
  if (leave) holdSignIn(leave());
  await told;
  await leaving;
}

/** The next sign-in in this tab waits until this is done, or has failed. */
export function holdSignIn(act: Promise<void>): void {
  leaving = act.catch(() => undefined);
}

/** Never rejects: where the server cannot be reached, it is told later. */
function tellSignOut(): Promise<void> {
  telling = call({
    method: 'POST',
    path: '/api/auth/logout',
    schema: z.unknown(),
    signal: AbortSignal.timeout(patience),
  }).then(() => localStorage.removeItem(untoldKey), tellSignOutLater);
  return telling;
}

/** Milliseconds. */
const patience = 10_000;

function tellSignOutLater(): void {
  const tell = () => {
    if (!currentUser.get()) void tellSignOut();
  };
  window.addEventListener('online', tell, { once: true });
}

/** Rejects with the problem at `currentPassword` or `newPassword`. */
export async function choosePassword(input: ChangePassword): Promise<void> {
  await call({ method: 'POST', path: '/api/auth/password', body: input, schema: z.unknown() });
  await refreshCurrentUser();
}
