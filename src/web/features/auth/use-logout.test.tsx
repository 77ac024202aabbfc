import 'fake-indexeddb/auto';

import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { trackPendingFile } from '#web/offline/files/pending-files.ts';
import { currentUser } from '#web/lib/current-user.ts';
import { connection } from '#web/offline/connection/connection.ts';
import { deviceDatabase } from '#web/offline/store/device-database.ts';
import { keepFile } from '#web/offline/files/kept-files.ts';
import type { Draft, Envelope } from '#web/offline/store/records.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';
import { useLogout } from './use-logout.ts';

const envelope: Envelope = {
  ...{ clientId: 'one', body: '{}', digest: '', completedAt: 1, state: 'waiting', reason: null },
  ...{ attempts: 0, nextAttemptAt: 0 },
  about: { hotelName: 'H', surveyTitle: 'S', respondentName: 'R' },
};

let users = 8_000;
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const role = { id: 2, name: 'Assessor' as const, permissions: [] };
  const maya = {
    id: (users += 1),
    name: 'Maya',
    email: 'm@hotel.example',
    role,
    mustChangePassword: false,
  };
  currentUser.set(maya);
  takeStore(maya.id);
});
afterEach(() => {
  cleanup();
  releaseStore();
  currentUser.set(null);
  vi.unstubAllGlobals();
});

function Logout() {
  const logout = useLogout();
  return (
    <button type="button" onClick={() => void logout()}>
      Logout
    </button>
  );
}

async function pressLogout(title = 'Log out with unsent work?') {
  render(
    <MantineProvider env="test">
      <ModalsProvider>
        <Logout />
      </ModalsProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  const dialog = await screen.findByRole('dialog', { name: title });
  return { user, dialog };
}

test('a press before anything was counted still asks about work that cannot be locked', async () => {
  await currentStore().envelopes.add(envelope);
  const { user, dialog } = await pressLogout();
  expect(dialog).toHaveTextContent('1 response is on this device only');
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await currentStore().envelopes.count()).toBe(1);
});

test('signing out asks also when only a photo is unsent', async () => {
  const about = { interviewId: 'one', questionId: 1, name: 'a.jpg', mediaType: 'image/jpeg' };
  const photo = { kind: 'photo' as const, width: 1, height: 1, caption: '', takenAt: 1 };
  const bytes = new ArrayBuffer(3);
  await keepFile(currentStore(), { ...about, ...photo, bytes, thumbnail: null });
  const { dialog } = await pressLogout();
  expect(dialog).toHaveTextContent('1 file is on this device only');
});

/** Makes it possible to lock the work of this person. The tests' window has no encryption. */
async function makeLockable() {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues, subtle: {} });
  const { userId } = currentStore();
  await deviceDatabase().people.put({ userId, initials: 'M', token: 't', publicKey: 'a key' });
}

test('and about work that can be locked, as long as no sync has counted it', async () => {
  await makeLockable();
  await currentStore().envelopes.add(envelope);
  const { user, dialog } = await pressLogout();
  expect(dialog).toHaveTextContent('1 response has not reached the server yet');
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(currentUser.get()).not.toBeNull();
});

test('and about an interview under way of which the server lacks something', async () => {
  await makeLockable();
  await currentStore().drafts.add({ clientId: 'one', revision: 2, copy: null } as Draft);
  await currentStore().envelopes.add({ ...envelope, clientId: 'two' });
  const { dialog } = await pressLogout();
  expect(dialog).toHaveTextContent(
    '1 response and 1 interview under way have not reached the server yet',
  );
});

test('a photo that is still being stored is waited for, and counted', async () => {
  await makeLockable();
  const stored = Promise.withResolvers<void>();
  void trackPendingFile(stored.promise);
  setTimeout(() => {
    void currentStore()
      .envelopes.add(envelope)
      .then(() => stored.resolve());
  }, 50);
  const { dialog } = await pressLogout();
  expect(dialog).toHaveTextContent('1 response has not reached the server yet');
});

test('without a connection, a press by mistake asks first, because there is no way back in', async () => {
  await makeLockable();
  await connection.check();
  const { user, dialog } = await pressLogout('Log out without a connection?');
  expect(dialog).toHaveTextContent('You can sign in again only when this device has a connection.');
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(currentUser.get()).not.toBeNull();
});
