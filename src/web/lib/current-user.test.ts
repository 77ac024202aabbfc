import { afterEach, expect, test, vi } from 'vitest';

import { currentUser } from './current-user.ts';

const key = 'currentUser';
const role = { id: 1, name: 'Admin', permissions: ['users.manage'] };
const person = { id: 7, name: 'Maya', email: 'maya@example.com', role, mustChangePassword: false };

afterEach(() => currentUser.set(null));

function startWith(stored: unknown) {
  localStorage.setItem(key, typeof stored === 'string' ? stored : JSON.stringify(stored));
  currentUser.reload();
}

test('a stored user is signed in at start', () => {
  startWith(person);
  expect(currentUser.get()).toEqual(person);
});

test('what a stored user may lack is made up', () => {
  startWith({ id: 7, email: 'maya@example.com', role: { name: 'Admin' } });
  expect(currentUser.get()).toMatchObject({ id: 7, name: '', role: { name: 'Admin' } });
});

test.each([
  ['no id', { ...person, id: undefined }],
  ['no email', { ...person, email: undefined }],
  ['an empty email', { ...person, email: '' }],
  ['no role', { ...person, role: undefined }],
  ['a role without a name', { ...person, role: { id: 1, permissions: [] } }],
  ['a role nobody knows', { ...person, role: { ...role, name: 'Owner' } }],
  ['no JSON', '{"id":7,'],
  ['null', 'null'],
])('a stored user with %s is discarded', (_what, stored) => {
  startWith(stored);
  expect(currentUser.get()).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
});

test('signing out in another tab signs out here', () => {
  currentUser.set({ ...person, role: { ...role, name: 'Admin' } });
  const heard = vi.fn<() => void>();
  const stop = currentUser.subscribe(heard);
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(currentUser.get()).toBeNull();
  expect(heard).toHaveBeenCalled();
  stop();
});
