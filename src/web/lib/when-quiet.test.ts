import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { noteScreenShown, whenQuiet } from './when-quiet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts to wait. Returns whether the wait is over. */
function begin(client: QueryClient): () => boolean {
  let isOver = false;
  void whenQuiet(client).then(() => (isOver = true));
  return () => isOver;
}

test('what nobody waits for begins when the screen is there and reads nothing', async () => {
  const client = new QueryClient();
  const isOver = begin(client);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOver()).toBe(false);

  const answered = Promise.withResolvers<string>();
  const read = client.fetchQuery({ queryKey: ['/api/board'], queryFn: () => answered.promise });
  noteScreenShown();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOver()).toBe(false);

  answered.resolve('a board');
  await read;
  await vi.advanceTimersByTimeAsync(500);
  expect(isOver()).toBe(true);
});

test('a read that hangs holds it up for ten seconds', async () => {
  const client = new QueryClient();
  noteScreenShown();
  void client.fetchQuery({ queryKey: ['/api/board'], queryFn: () => new Promise(() => {}) });
  const isOver = begin(client);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isOver()).toBe(true);
});
