import { z } from 'zod';

import { personSchema, type Person } from '#domain/people/person.ts';
import type { ChangePassword, SignIn } from '#domain/people/sign-in.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';

import { currentUser } from './current-user.ts';

/** Begins a session. Rejects with a 401 where e-mail and password do not match. */
export async function signIn(input: SignIn): Promise<Person> {
  const person = await call({
    method: 'POST',
    path: '/api/auth/login',
    body: input,
    schema: personSchema,
  });
  // What someone else has seen on this device is nobody else's to see.
  queryClient.clear();
  currentUser.set(person);
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

async function resolve(): Promise<void> {
  await restoreCurrentUser();
  if (currentUser.get()) await refreshCurrentUser();
}

/** Ends the session, here in any case and on the server where it can be reached. */
export async function signOut(): Promise<void> {
  const ended = endSession();
  currentUser.set(null);
  queryClient.clear();
  await ended.catch(endSessionLater);
}

function endSession(): Promise<unknown> {
  return call({ method: 'POST', path: '/api/auth/logout', schema: z.unknown() });
}

/** Signed out without a connection: the cookie is still good, until the server can be told. */
function endSessionLater(): void {
  const end = () => {
    if (!currentUser.get()) void endSession().catch(endSessionLater);
  };
  window.addEventListener('online', end, { once: true });
}

/** Rejects with the problem at `currentPassword` or `newPassword`. */
export async function choosePassword(input: ChangePassword): Promise<void> {
  await call({ method: 'POST', path: '/api/auth/password', body: input, schema: z.unknown() });
  await refreshCurrentUser();
}
