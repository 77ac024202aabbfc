import 'fake-indexeddb/auto';

import { afterEach, expect, test, vi } from 'vitest';

import { currentUser } from './current-user.ts';
import { keptUser } from './kept-user.ts';

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

const maya = { ...person, role: { ...role, name: 'Admin' as const } };

/** The browser was killed before it wrote localStorage down, and starts with what was there before. */
function startAfterKill(before?: object) {
  if (before) localStorage.setItem(key, JSON.stringify(before));
  else localStorage.removeItem(key);
  currentUser.reload();
  return currentUser.restore();
}

test('whoever signed in just before the browser was killed is still signed in', async () => {
  currentUser.set(maya);
  await startAfterKill();
  expect(currentUser.get()).toEqual(maya);
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(maya);
});

test('of two who signed in, the later one is; whoever signed out is not', async () => {
  currentUser.set(maya);
  currentUser.set({ ...maya, id: 8 });
  await startAfterKill();
  expect(currentUser.get()?.id).toBe(8);
  currentUser.set(null);
  await startAfterKill();
  expect(currentUser.get()).toBeNull();
});

test('whoever signed out just before the browser was killed is still signed out', async () => {
  currentUser.set(maya);
  currentUser.set(null);
  await startAfterKill(maya);
  expect(currentUser.get()).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
});

test('whoever signed in just before the browser was killed is, and not who was before', async () => {
  currentUser.set({ ...maya, id: 8 });
  await startAfterKill(maya);
  expect(currentUser.get()?.id).toBe(8);
});

test('a device without room for who signed out does not bring them back', async () => {
  currentUser.set(maya);
  await keptUser.read();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  currentUser.set(null);
  await startAfterKill();
  vi.restoreAllMocks();
  expect(currentUser.get()).toBeNull();
});

test('a stored user who was discarded does not come back', async () => {
  currentUser.set(maya);
  startWith('{"id":7,');
  await currentUser.restore();
  expect(currentUser.get()).toBeNull();
});

test('what was kept is discarded like what was stored', async () => {
  keptUser.write(JSON.stringify({ ...maya, email: '' }));
  await startAfterKill();
  expect(currentUser.get()).toBeNull();
});

test('a browser that keeps nothing works as well', async () => {
  vi.stubGlobal('indexedDB', undefined);
  currentUser.set(maya);
  expect(currentUser.get()).toEqual(maya);
  await startAfterKill();
  expect(currentUser.get()).toBeNull();
  await startAfterKill(maya);
  expect(currentUser.get()).toEqual(maya);
  vi.unstubAllGlobals();
});

test('whoever signs in while the kept one is read stays', async () => {
  currentUser.set(maya);
  const started = startAfterKill();
  currentUser.set({ ...maya, id: 9 });
  await started;
  expect(currentUser.get()?.id).toBe(9);
});
