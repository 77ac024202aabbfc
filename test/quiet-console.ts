import { afterEach, beforeEach, expect, vi } from 'vitest';

/**
 * Fails a test when an unexpected error or warning appears on the console. A test that expects one
 * silences it itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
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
