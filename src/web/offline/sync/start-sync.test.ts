import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { signIn } from '#web/lib/session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { noteScreenShown } from '#web/lib/when-quiet.ts';
import { waitFor } from '#test/wait-for.ts';
import { deviceDatabase } from '#web/offline/store/device-database.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { closeOfflineStore, openOfflineStore, syncNow, syncStatus } from './sync-status.ts';

const person = {
  ...{ id: 4_101, name: 'Asa Assessor', email: 'asa@hotel.example', mustChangePassword: false },
  ...{ mobileNumber: '1', isActive: true, role: { id: 2, name: 'Assessor', permissions: [] } },
};
const answers: Record<string, unknown> = {
  '/api/health': { product: 'bellwether', status: 'ok', epoch: 'an epoch', now: Date.now() },
  '/api/auth/login': person,
  '/api/auth/me': person,
};

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json(answers[path] ?? []);
  });
});
afterEach(() => {
  closeOfflineStore();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a sync begins after the first screen is shown, and at once when somebody starts one', async () => {
  const shown = Promise.withResolvers<void>();
  const opening = openOfflineStore({ id: 4_102, name: 'Bo Assessor' }, shown.promise);
  // Wait long enough for a sync that would not wait for the first screen.
  await import('./start-sync.ts');
  await new Promise((done) => setTimeout(done, 1_500));
  expect(asked).toEqual(['/api/health']);
  noteScreenShown();
  await syncNow();
  expect(asked).toContain('/api/surveys');
  shown.resolve();
  await opening;
});

test('a connection that is lost before the sync code has loaded is reported', async () => {
  const shown = Promise.withResolvers<void>();
  const opening = openOfflineStore({ id: 4_105, name: 'Eli Assessor' }, shown.promise);
  await waitFor(() => expect(asked).toEqual(['/api/health']));
  expect(syncStatus().isOnline).toBe(true);
  window.dispatchEvent(new Event('offline'));
  expect(syncStatus().isOnline).toBe(false);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(syncStatus().isOnline).toBe(true));
  shown.resolve();
  await opening;
});

test('a store that the browser empties before the sync code has loaded is detected as emptied', async () => {
  const shown = Promise.withResolvers<void>();
  const opening = openOfflineStore({ id: 4_106, name: 'Fay Assessor' }, shown.promise);
  const db = currentStore();
  await waitFor(() => expect(db.storeName).not.toBeNull());
  const before = db.storeName;
  // "Clear site data" deletes everything, closes the connection, and fires this event.
  await db.marks.clear();
  const connection = db.backendDB();
  connection.close();
  connection.onclose?.(new Event('close'));
  await waitFor(async () => expect(await db.marks.get('store')).toMatchObject({ isEmptied: true }));
  expect(db.storeName).not.toBe(before);
  expect(asked).not.toContain('/api/surveys');
  shown.resolve();
  await opening;
});

test('a session that the server has just confirmed is not checked again', async () => {
  noteScreenShown();
  await signIn({ email: person.email, password: 'a password' });
  await openOfflineStore(person);
  await syncNow();
  expect(asked).toContain('/api/surveys');
  expect(asked).not.toContain('/api/auth/me');
  closeOfflineStore();

  // The confirmation was for somebody else.
  await openOfflineStore({ id: 4_103, name: 'Cleo Consultant' });
  await syncNow();
  expect(asked).toContain('/api/auth/me');
});

test('the device is registered also while what was sealed here cannot be put back', async () => {
  noteScreenShown();
  const sealed = vi.spyOn(deviceDatabase().bundles, 'where').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await openOfflineStore({ id: 4_107, name: 'Gil Assessor' });
  await syncNow();
  sealed.mockRestore();
  expect(asked).toContain('/api/devices');
});

test('the list of hotels is read only after the screen has its own data', async () => {
  noteScreenShown();
  const board = Promise.withResolvers<string>();
  const reading = queryClient.fetchQuery({ queryKey: ['board'], queryFn: () => board.promise });
  await openOfflineStore({ id: 4_104, name: 'Dee Admin' });
  const run = syncNow();
  await waitFor(() => expect(asked).toContain('/api/devices'));
  await new Promise((done) => setTimeout(done, 600));
  expect(asked).not.toContain('/api/hotels');
  expect(asked).not.toContain('/api/surveys');
  board.resolve('twenty thousand cards');
  await reading;
  await run;
  expect(asked).toContain('/api/hotels');
});
