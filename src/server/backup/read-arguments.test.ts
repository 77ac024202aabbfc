import { expect, test, vi } from 'vitest';

import { StartError } from '#server/start-error.ts';
import { readArguments } from './read-arguments.ts';

const read = (...args: string[]) =>
  readArguments(args, 'npm run it -- <folder>', {
    check: { type: 'boolean' },
    list: { type: 'string' },
  });

test('returns the folder and the options, in any order', () => {
  expect(read()).toEqual({ folder: undefined, values: {} });
  expect(read('--list', 'a', 'b', '--check')).toEqual({
    folder: 'b',
    values: { check: true, list: 'a' },
  });
});

test.each([
  [['a', 'check'], '"check" is one word too many.'],
  [['a', '--chek'], "Unknown option '--chek'."],
  [['a', '--list'], "Option '--list <value>' argument missing."],
  [['a', '--list', '--check'], "Option '--list' argument is ambiguous."],
  [['a', '--check=1'], "Option '--check' does not take an argument."],
])('%j is refused with the usage', (args, problem) => {
  expect(() => read(...args)).toThrow(new StartError(`${problem}\nUsage: npm run it -- <folder>`));
});

test.each(['check', 'list', 'chek', 'check-only'])(
  '--%s that npm kept for itself is refused',
  (name) => {
    vi.stubEnv(`npm_config_${name.replace('-', '_')}`, 'true');
    expect(() => read('a')).toThrow(
      new StartError(
        `npm kept --${name} for itself: put -- before the folder.\nUsage: npm run it -- <folder>`,
      ),
    );
    vi.unstubAllEnvs();
  },
);

test('an option that npm kept and passed on is read', () => {
  vi.stubEnv('npm_config_check', 'true');
  expect(read('a', '--check').values).toEqual({ check: true });
  vi.unstubAllEnvs();
});
