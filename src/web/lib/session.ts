import { z } from 'zod';

import { personSchema, type Person } from '#domain/people/person.ts';
import type { ChangePassword, SignIn } from '#domain/people/sign-in.ts';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { currentUser } from './current-user.ts';

/**
 * Marks a sign-out that the server has not confirmed. Until then the browser's cookie still works,
 * and only a call of ours can end that session. A new sign-in also ends it, and removes the mark.
 */
const untoldKey = 'signOutUntold';
let telling: Promise<void> | undefined;
/** The work of a sign-out that is still running on this device. */
let leaving: Promise<unknown> | undefined;
let isSignedInHere = false;

/** Returns whether somebody has signed in on this page since it was loaded. */
export function wasSignedInHere(): boolean {
  return isSignedInHere;
}

/** Signs in. Rejects with a 401 when e-mail and password do not match. */
export async function signIn(input: SignIn): Promise<Person> {
  // A sign-out that finishes after this call would remove the new session's cookie.
  await telling;
  // A store must not be opened while it is being sealed.
  await leaving;
  const person = await call({
    method: 'POST',
    path: '/api/auth/login',
    body: input,
    schema: personSchema,
  });
  // Clear what another person has seen on this device.
  queryClient.clear();
  isSignedInHere = true;
  currentUser.set(person);
  noteConfirmed(person.id);
  localStorage.removeItem(untoldKey);
  return person;
}

/**
 * Asks the server who is signed in. A 401 signs out, as with every call (`app.tsx`). Without a
 * connection nothing changes.
 */
export async function refreshCurrentUser(): Promise<void> {
  const before = currentUser.get();
  const person = await call({ path: '/api/auth/me', schema: personSchema }).catch(() => null);
  // If the person signed in or out during the request, that is more recent.
  if (person && currentUser.get() === before) currentUser.set(person);
  if (person) noteConfirmed(person.id);
}

/**
 * The person whose session the server confirmed last, and when. The time is noted by two clocks,
 * because either may stop or jump.
 */
let confirmed = { userId: 0, at: 0, sinceStart: 0 };
/** Milliseconds for which a confirmation counts. */
const confirmedFor = 10_000;

function noteConfirmed(userId: number): void {
  confirmed = { userId, at: Date.now(), sinceStart: performance.now() };
}

/**
 * Returns whether the server confirmed this person's session in the last seconds. While the app checks the
 * session at its start, this waits for the reply, so that a sync that begins with the app need not check it
 * too.
 */
export async function wasConfirmedJustNow(userId: number): Promise<boolean> {
  await resolved;
  const { at, sinceStart } = confirmed;
  const isRecent =
    Math.abs(Date.now() - at) < confirmedFor && performance.now() - sinceStart < confirmedFor;
  return confirmed.userId === userId && isRecent;
}

let restored: Promise<void> | undefined;
let resolved: Promise<void> | undefined;

/**
 * Finds out who was signed in last. It runs once per start of the app, even when several callers
 * wait.
 */
export function restoreCurrentUser(): Promise<void> {
  restored ??= currentUser.restore();
  return restored;
}

/** Does {@link restoreCurrentUser} and then checks the result with the server. */
export function resolveCurrentUser(): Promise<void> {
  resolved ??= resolve();
  return resolved;
}

/**
 * Restores the signed-in person and checks with the server. If somebody signed out and the server
 * does not know, tells it now. A browser that was killed right after the sign-out may have lost the
 * mark. Then it has also lost the sign-out itself, which only the second copy knows
 * (`kept-user.ts`).
 */
async function resolve(): Promise<void> {
  const before = currentUser.get();
  await restoreCurrentUser();
  if (currentUser.get()) return refreshCurrentUser();
  if (before || localStorage.getItem(untoldKey) !== null) void tellSignOut();
}

/**
 * Signs out: on this device in any case, and on the server when it can be reached. `leave` then
 * handles the person's data on the device; the next sign-in waits for it.
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

/** Makes the next sign-in in this tab wait until `act` is done or has failed. */
export function holdSignIn(act: Promise<void>): void {
  leaving = act.catch(() => undefined);
}

/**
 * Tells the server about the sign-out. Never rejects: if the server cannot be reached, it tries
 * again when the browser is back online.
 */
function tellSignOut(): Promise<void> {
  telling = call({
    method: 'POST',
    path: '/api/auth/logout',
    schema: z.unknown(),
    signal: AbortSignal.timeout(patience),
  }).then(() => localStorage.removeItem(untoldKey), tellSignOutLater);
  return telling;
}

/** Milliseconds after which the call counts as failed. */
const patience = 10_000;

function tellSignOutLater(): void {
  const tell = () => {
    if (!currentUser.get()) void tellSignOut();
  };
  window.addEventListener('online', tell, { once: true });
}

/** Sets a new password. Rejects with a problem at `currentPassword` or `newPassword`. */
export async function choosePassword(input: ChangePassword): Promise<void> {
  await call({ method: 'POST', path: '/api/auth/password', body: input, schema: z.unknown() });
  await refreshCurrentUser();
}
