import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * An unexpected error or warning on the console fails the test. One that is expected is spied on
 * by the test itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
let said: string[] = [];

beforeEach(() => {
  said = [];
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      said.push(`console.${level}: ${words.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(said, 'nothing unexpected on the console').toEqual([]);
});
