import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { currentUser } from './current-user.ts';
import { keptUser } from './kept-user.ts';
import { refreshCurrentUser, signIn, signOut } from './session.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  currentUser.set(null);
  localStorage.removeItem('signOutUntold');
});

const person = {
  ...{ id: 7, name: 'Maya', email: 'maya@example.com', mustChangePassword: false },
  role: { id: 1, name: 'Admin', permissions: [] },
} as const;
const maya = { ...person, role: { ...person.role, permissions: [] } };

const answers = (body: unknown) =>
  fetched.mockResolvedValueOnce(
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }),
  );
const fails = () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));

test('the server says anew what someone may do', async () => {
  currentUser.set(maya);
  answers({ ...maya, role: { ...maya.role, name: 'Assessor' } });
  await refreshCurrentUser();
  expect(currentUser.get()?.role.name).toBe('Assessor');
});

test('without a connection, whoever was signed in stays so', async () => {
  currentUser.set(maya);
  fails();
  await refreshCurrentUser();
  expect(currentUser.get()).toEqual(maya);
});

test('an answer that comes after signing out signs nobody in', async () => {
  currentUser.set(maya);
  answers(maya);
  const asked = refreshCurrentUser();
  currentUser.set(null);
  await asked;
  expect(currentUser.get()).toBeNull();
});

test('signing out without a connection is told to the server when there is one', async () => {
  currentUser.set(maya);
  fails();
  await signOut();
  expect(currentUser.get()).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);

  fetched.mockResolvedValueOnce(new Response(null, { status: 204 }));
  window.dispatchEvent(new Event('online'));
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(fetched.mock.lastCall?.[0]).toBe('/api/auth/logout');
});

/** Starts the app again. It then knows only what the browser has stored. */
async function startAnew() {
  vi.resetModules();
  fetched.mockClear();
  const anew = await import('./session.ts');
  await anew.resolveCurrentUser();
  return anew;
}
const told = () => new Response(null, { status: 204 });
const pathsAsked = () => fetched.mock.calls.map(([path]) => path);

test('or else by the next start, until it has been told', async () => {
  currentUser.set(maya);
  fails();
  await signOut();
  fails();
  await startAnew();
  expect(pathsAsked()).toEqual(['/api/auth/logout']);

  fetched.mockResolvedValueOnce(told());
  await startAnew();
  expect(pathsAsked()).toEqual(['/api/auth/logout']);
  await waitFor(() => expect(localStorage.getItem('signOutUntold')).toBeNull());

  await startAnew();
  expect(pathsAsked()).toEqual([]);
});

test('also where the browser was killed before it wrote the sign-out down', async () => {
  currentUser.set(maya);
  const change = Number(localStorage.getItem('currentUserChange'));
  await keptUser.write({ change: change + 1, text: null });
  fetched.mockResolvedValueOnce(told());
  await startAnew();
  expect(pathsAsked()).toEqual(['/api/auth/logout']);
});

test('signing in first waits for the unfinished sign-out, and clears it', async () => {
  currentUser.set(maya);
  fails();
  await signOut();
  const ending = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(ending.promise);
  const anew = await startAnew();
  const entering = anew.signIn({ email: maya.email, password: 'secret' });
  await Promise.resolve();
  expect(pathsAsked()).toEqual(['/api/auth/logout']);
  answers(maya);
  ending.reject(new TypeError('Failed to fetch'));
  expect(await entering).toEqual(maya);
  expect(pathsAsked()).toEqual(['/api/auth/logout', '/api/auth/login']);
  expect(localStorage.getItem('signOutUntold')).toBeNull();
});

test('whoever signs out and is told so leaves nothing to tell', async () => {
  answers(maya);
  await signIn({ email: maya.email, password: 'secret' });
  fetched.mockResolvedValueOnce(told());
  await signOut();
  await startAnew();
  expect(pathsAsked()).toEqual([]);
});
