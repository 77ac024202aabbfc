import { expect, test } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { takeTurns } from './take-turns.ts';

test('so many at a time, in their order; whoever comes beyond the queue is asked to come again', async () => {
  const { inTurn, requireRoom } = takeTurns({ atOnce: 2, waiting: 2 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const act = (n: number) =>
    inTurn(() => {
      begun.push(n);
      return new Promise<number>((resolve) => void ends.push(() => resolve(n)));
    });
  const [first, second, third] = [act(1), act(2), act(3)];
  expect(requireRoom).not.toThrow();
  const fourth = act(4);
  await waitFor(() => expect(begun).toEqual([1, 2]));
  expect(requireRoom).toThrow('Many people are signing in');
  await expect(act(5)).rejects.toMatchObject({ type: 'try-later', retryAfter: 2 });
  ends[1]?.();
  expect(await second).toBe(2);
  await waitFor(() => expect(begun).toEqual([1, 2, 3]));
  for (const end of [0, 2]) ends[end]?.();
  await Promise.all([first, third]);
  await waitFor(() => expect(begun).toHaveLength(4));
  ends[3]?.();
  expect(await fourth).toBe(4);
  expect(begun).toEqual([1, 2, 3, 4]);
});

test('what fails gives its place on', async () => {
  const { inTurn } = takeTurns({ atOnce: 1, waiting: 1 });
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await inTurn(() => Promise.resolve('and again'))).toBe('and again');
});
