import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { OwnSession } from '#domain/people/sign-in.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { SayPlace } from '#web/ui/notices/say.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';

const moment = '2026-03-31T09:00:00.000Z';
const aSession = (given: Partial<OwnSession>): OwnSession => ({
  id: 'a'.repeat(24),
  device: 'Chrome on Windows',
  createdAt: moment,
  lastSeenAt: moment,
  isThis: true,
  ...given,
});
const here = aSession({});
const tablet = aSession({ id: 'b'.repeat(24), device: 'Safari on iPad', isThis: false });

/** The server's sessions, and the requests it received. */
let sessions: OwnSession[];
let asked: string[];
let fails: TypeError | undefined;
const serve: typeof fetch = (input, { method = 'GET' } = {}) => {
  asked.push(`${method} ${String(input)}`);
  if (fails) return Promise.reject(fails);
  if (method === 'GET') return Promise.resolve(Response.json(sessions));
  sessions = sessions.filter(
    ({ id, isThis }) => isThis || (method === 'DELETE' && !String(input).endsWith(id)),
  );
  return Promise.resolve(new Response(null, { status: 204 }));
};

beforeEach(() => {
  sessions = [here, tablet];
  asked = [];
  fails = undefined;
  vi.stubGlobal('fetch', serve);
});
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
  queryClient.clear();
});

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Notifications />
        <ModalsProvider>
          <SayPlace />
          <SignedInDevices />
        </ModalsProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** Presses a button of the question on top. */
const answer = async (title: string, name: string) => {
  const question = await screen.findByRole('dialog', { name: title });
  await userEvent.click(within(question).getByRole('button', { name }));
};

test('tells that it is loading, then which devices there are and which is this one', async () => {
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading your devices');
  const [own, other] = await screen.findAllByRole('listitem');
  expect(own).toHaveTextContent(/Chrome on Windows.*This device.*Signed in/);
  expect(within(own!).queryByRole('button')).toBeNull();
  expect(other).toHaveTextContent(/Safari on iPad.*last seen/);
});

test('a device is signed out after a question, and leaves the list', async () => {
  open();
  await screen.findByText('Safari on iPad');
  await press('Sign out Safari on iPad');
  await answer('Sign out this device?', 'Sign out');
  expect(await screen.findByText('Safari on iPad is signed out.')).toBeInTheDocument();
  expect(asked).toContain(`DELETE /api/auth/sessions/${tablet.id}`);
  expect(await screen.findByText('You are signed in on this device only.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
});

test('nothing happens to whoever thinks better of it', async () => {
  open();
  await screen.findByText('Safari on iPad');
  await press('Sign out all others');
  await answer('Sign out all others?', 'Cancel');
  expect(asked).toEqual(['GET /api/auth/sessions']);
});

test('all others are signed out at once', async () => {
  sessions.push({ ...tablet, id: 'c'.repeat(24), device: 'Edge on Windows' });
  open();
  await screen.findByText('Edge on Windows');
  await press('Sign out all others');
  await answer('Sign out all others?', 'Sign out all others');
  expect(await screen.findByText('All your other devices are signed out.')).toBeInTheDocument();
  expect(asked).toContain('POST /api/auth/sessions/end-others');
  await expect.poll(() => screen.getAllByRole('listitem')).toHaveLength(1);
});

test('without a connection it says so, and tries again when asked', async () => {
  fails = new TypeError('Failed to fetch');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /could not be loaded.*No connection to Bellwether/,
  );
  fails = undefined;
  await press('Retry');
  expect(await screen.findByText('Safari on iPad')).toBeInTheDocument();
});

test('a device that could not be signed out is still there', async () => {
  open();
  await screen.findByText('Safari on iPad');
  await press('Sign out Safari on iPad');
  fails = new TypeError('Failed to fetch');
  await answer('Sign out this device?', 'Sign out');
  expect(await screen.findByText(/Safari on iPad is still signed in/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign out Safari on iPad' })).toBeInTheDocument();
});
