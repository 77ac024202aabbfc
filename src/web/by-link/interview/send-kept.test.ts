import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { keepAnswer } from './answers-state.ts';
import { changeKept, forgetKept, keptHere, readKept } from './kept-answers.ts';
import { sendKept } from './send-kept.ts';

/** Tests which answers stay in the browser when the server refuses them, and which are sent again. */

const id = 'link-interview-1';
const why = 'The server says why.';

beforeEach(() => {
  changeKept(id, (kept) => keepAnswer(kept, 1, { answerId: 11, score: 0, textValue: null }, 100));
});
afterEach(() => {
  forgetKept();
  vi.unstubAllGlobals();
});

/** Lets every call be refused with this problem. Returns the paths that were called. */
function refuseWith(status: number, type: string): string[] {
  const calls: string[] = [];
  const body = JSON.stringify({ type: `/problems/${type}`, detail: why });
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    const headers = { 'content-type': 'application/problem+json' };
    return Promise.resolve(new Response(body, { status, headers }));
  });
  return calls;
}

test.each([
  ['that this contact has not begun', 404, 'not-found', /Open your link again to send these/],
  ['of another link', 403, 'not-allowed', why],
  ['of a link that has ended', 401, 'not-signed-in', why],
])('answers %s wait, and are sent again', async (_, status, type, words) => {
  const calls = refuseWith(status, type);
  expect(await sendKept(id)).toEqual({
    ...{ kind: 'kept', why: expect.stringMatching(words) },
    hasEnded: status === 401,
  });
  expect(keptHere()).toEqual([{ id, isRefused: false }]);
  await sendKept(id);
  expect(calls).toHaveLength(2);
});

test.each([
  ['while the round takes none', 409, 'conflict', false],
  ['after it was completed', 409, 'already-completed', true],
  ['after it was deleted', 410, 'gone', false],
])('answers that are refused %s stay, are not sent again, and say why', async (...given) => {
  const [, status, type, wasCompleted] = given;
  const calls = refuseWith(status, type);
  const refused = { kind: 'refused', why, wasCompleted };
  expect(await sendKept(id)).toEqual(refused);
  // The page is opened again, or somebody looks at it again.
  expect(await sendKept(id)).toEqual(refused);
  expect(calls).toHaveLength(1);
  expect(keptHere()).toEqual([{ id, isRefused: true }]);
  expect(readKept(id).progress).toHaveProperty('1');
});
