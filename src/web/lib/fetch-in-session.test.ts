import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { waitFor } from '#test/wait-for.ts';
import { call, onSignedOut } from './api.ts';
import { currentUser } from './current-user.ts';
import { choosePassword } from './session.ts';

/**
 * Simulates a server with one session at a time. The browser's cookie is the last one it received.
 */
function aServer() {
  let session = 1;
  let cookie = 1;
  const hold = Promise.withResolvers<void>();
  const served = vi.fn<typeof fetch>(async (input) => {
    const sentWith = cookie;
    if (input === '/api/auth/password') {
      session += 1;
      const given = session;
      await hold.promise;
      cookie = given;
      return json(maya);
    }
    if (input === '/api/hotels') await arrives;
    if (sentWith !== session) return json(notSignedIn, 401);
    return json(input === '/api/auth/me' ? maya : { id: 17 });
  });
  let arrive = () => {};
  const arrives = new Promise<void>((resolve) => (arrive = resolve));
  return {
    served,
    /** Lets the call to the hotels reach the server. */
    arrive: () => arrive(),
    /** Lets the reply to the new password reach the browser. */
    answerPassword: () => hold.resolve(),
    end: () => (session += 1),
  };
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const notSignedIn = {
  ...{ type: '/problems/not-signed-in', title: 'Not signed in', status: 401 },
  detail: 'Please sign in.',
};

const maya = {
  ...{ id: 7, name: 'Maya', email: 'maya@example.com', mustChangePassword: false },
  role: { id: 1, name: 'Admin' as const, permissions: [] },
};
const hotels = { path: '/api/hotels', schema: z.object({ id: z.int() }) };
const signedOut = vi.fn<() => void>();
let stop = () => {};

beforeEach(() => {
  currentUser.set(maya);
  signedOut.mockReset();
  stop = onSignedOut(signedOut);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  currentUser.set(null);
});

test('choosing a password signs nobody out whose call is under way meanwhile', async () => {
  const server = aServer();
  vi.stubGlobal('fetch', server.served);
  const underWay = call(hotels);
  const chosen = choosePassword({ currentPassword: 'old', newPassword: 'new' });
  server.arrive();
  await waitFor(() => expect(server.served).toHaveBeenCalledTimes(2));
  server.answerPassword();
  await chosen;
  expect(await underWay).toEqual({ id: 17 });
  expect(signedOut).not.toHaveBeenCalled();
});

test('a session that has ended signs out', async () => {
  const server = aServer();
  vi.stubGlobal('fetch', server.served);
  server.end();
  server.arrive();
  await expect(call(hotels)).rejects.toThrow('401');
  expect(signedOut).toHaveBeenCalled();
});
