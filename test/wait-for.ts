import { vi } from 'vitest';

/**
 * Waits until `holds` throws no more, and returns what it returns. What a test waits for comes in a moment, and on a
 * busy machine in some seconds; Vitest's own wait ends after one second.
 */
export const waitFor = <Result>(
  holds: () => Result | Promise<Result>,
  { interval = 20 }: { interval?: number } = {},
): Promise<Result> => vi.waitFor(holds, { timeout: 20_000, interval });
