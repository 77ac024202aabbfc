import { afterEach, expect, test, vi } from 'vitest';

import { speakAs } from './say.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns what `act` writes to standard output. */
function written(act: () => void): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  act();
  const lines = write.mock.calls.map(([line]) => String(line));
  write.mockRestore();
  return lines.join('');
}

test('in production each line is one object of the log, also of what ends the program', () => {
  const { say, fail } = speakAs(true);
  const row = Object.assign(new Error('It\nbroke', { cause: new Error('beneath') }), {
    detail: 'what the guest said',
  });
  const text = written(() => {
    say('Here');
    say('A connection was lost', 'warn');
    fail(row);
  });
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, msg: 'Here', pid: process.pid, time: expect.any(Number) },
    { level: 40, msg: 'A connection was lost' },
    {
      level: 60,
      err: { type: 'Error', stack: expect.stringContaining('caused by: Error: beneath') },
    },
  ]);
  expect(text).not.toContain('guest');
});

test('elsewhere it is for people', () => {
  expect(written(() => speakAs(false).say('Here'))).toBe('Here\n');
});
