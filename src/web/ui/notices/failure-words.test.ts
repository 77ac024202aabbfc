import { expect, test } from 'vitest';

import { ApiError, OfflineError } from '#web/lib/api.ts';
import { failureTitle, whyFailed } from './failure-words.ts';

const title = 'The waiver was not revoked';
const wordsOf = (error: unknown) => `${failureTitle(title, error)}: ${whyFailed(error)}`;
const problem = (status: number, detail: string) =>
  new ApiError(
    status,
    '',
    JSON.stringify({ type: '/problems/x', title: 'X', status, detail, requestId: '1' }),
  );

test('a refusal says that it was not done, and why', () => {
  expect(wordsOf(problem(409, 'It is over.'))).toBe(`${title}: It is over.`);
  expect(wordsOf(new ApiError(413, '', '<h1>413</h1>'))).toBe(`${title}: The file is too large.`);
});

test.each([
  ['no reply', new OfflineError()],
  ['a gateway in place of the server', new ApiError(504, '', '<h1>504</h1>')],
])('%s does not claim that nothing was done', (_, error) => {
  expect(wordsOf(error)).toMatch(/^Not confirmed: No reply .* may have been done all the same/);
});

test('without any network nothing can have been done', () => {
  const error = new OfflineError({ isSent: false });
  expect(wordsOf(error)).toBe(`${title}: ${error.detail}`);
});

test('a failure of the server keeps the words of the server, which know more', () => {
  const detail = 'It is not known whether this was stored.';
  expect(wordsOf(problem(503, detail))).toBe(`Not confirmed: ${detail}`);
});
