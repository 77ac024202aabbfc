import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { currentUser } from './current-user.ts';
import { refreshCurrentUser, signOut } from './session.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  currentUser.set(null);
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
