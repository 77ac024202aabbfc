import 'fake-indexeddb/auto';

import { afterEach, describe, expect, test, vi } from 'vitest';

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

test('a stored user without a name gets an empty one', () => {
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

test('the same person once more is no change, unless another tab had signed them out', () => {
  const same = () => currentUser.set({ ...person, role: { ...role, name: 'Admin' } });
  same();
  const heard = vi.fn<() => void>();
  const stop = currentUser.subscribe(heard);
  same();
  expect(heard).not.toHaveBeenCalled();
  localStorage.removeItem(key);
  same();
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(person);
  stop();
});

const maya = { ...person, role: { ...role, name: 'Admin' as const } };

/** Simulates a browser that is killed before it writes what these changes left in localStorage. */
async function kill(...changes: (() => void)[]) {
  await keptUser.read();
  const written = Object.entries(localStorage);
  for (const change of changes) change();
  await keptUser.read();
  localStorage.clear();
  for (const [name, text] of written) localStorage.setItem(name, String(text));
  currentUser.reload();
}

/** Calls {@link kill}, and then simulates the next start. */
async function killedAfter(...changes: (() => void)[]) {
  await kill(...changes);
  await currentUser.restore();
}

const signIn = (id: number) => () => currentUser.set({ ...maya, id });
const signOut = () => currentUser.set(null);

test('whoever signed in just before the browser was killed is still signed in', async () => {
  await killedAfter(signIn(7));
  expect(currentUser.get()).toEqual(maya);
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(maya);
});

test('of two who signed in, the later one is; whoever signed out is not', async () => {
  await killedAfter(signIn(7), signIn(8));
  expect(currentUser.get()?.id).toBe(8);
  await killedAfter(signIn(9), signOut);
  expect(currentUser.get()).toBeNull();
});

test('whoever signed out just before the browser was killed is still signed out', async () => {
  signIn(7)();
  await killedAfter(signOut);
  expect(currentUser.get()).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
});

test('whoever signed in just before the browser was killed is, and not who was before', async () => {
  signIn(7)();
  await killedAfter(signIn(8));
  expect(currentUser.get()?.id).toBe(8);
});

test('signed out again after a killed browser, it stays so when it is killed once more', async () => {
  await killedAfter(signIn(7), signIn(8), signIn(7));
  signOut();
  await killedAfter();
  expect(currentUser.get()).toBeNull();
});

test('whoever signs in while a start after a killed browser looks is the newest', async () => {
  await kill(signIn(7), signOut);
  const looking = currentUser.restore();
  signIn(8)();
  await looking;
  expect(currentUser.get()?.id).toBe(8);
  await killedAfter();
  expect(currentUser.get()?.id).toBe(8);
});

describe.each([
  ['a page that is left before it has written', () => undefined],
  [
    'a device without room',
    () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  ],
])('%s', (_what, put) => {
  test('keeps who signed in and who signed out', async () => {
    signIn(7)();
    await keptUser.read();
    const putting = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(put as never);
    signOut();
    await killedAfter();
    expect(currentUser.get()).toBeNull();
    signIn(8)();
    await killedAfter();
    expect(currentUser.get()?.id).toBe(8);
    putting.mockRestore();
  });
});

test('what a page that was left had not written is written by the next start', async () => {
  await keptUser.read();
  const putting = vi.spyOn(IDBObjectStore.prototype, 'put').mockReturnValue({} as never);
  signIn(9)();
  await keptUser.read();
  putting.mockRestore();
  await currentUser.restore();
  expect((await keptUser.read())?.text).toContain('"id":9');
});

test('what another tab wrote meanwhile is not replaced by an earlier change', async () => {
  await keptUser.write({ change: 1_001, text: null });
  await keptUser.write({ change: 1_000, text: JSON.stringify(maya) });
  expect(await keptUser.read()).toEqual({ change: 1_001, text: null });
});

test('a stored user who was discarded does not come back', async () => {
  currentUser.set(maya);
  startWith('{"id":7,');
  await currentUser.restore();
  expect(currentUser.get()).toBeNull();
});

test('what was kept is discarded like what was stored', async () => {
  await keptUser.write({ change: 2_000, text: JSON.stringify({ ...maya, email: '' }) });
  await currentUser.restore();
  expect(currentUser.get()).toBeNull();
});

test('a browser that keeps nothing works as well', async () => {
  vi.stubGlobal('indexedDB', undefined);
  currentUser.set(maya);
  expect(currentUser.get()).toEqual(maya);
  await killedAfter(signOut);
  expect(currentUser.get()).toEqual(maya);
  vi.unstubAllGlobals();
});
