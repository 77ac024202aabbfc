import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { LongestFirst } from './test/longest-first.ts';

/** What a test waits for comes in a moment, and on a busy machine in some seconds. */
const poll = { timeout: 20_000 };

/** The longest tests take some seconds on a quiet machine, and ten times as long on a busy one. */
const testTimeout = 60_000;

const web = {
  environment: 'jsdom',
  setupFiles: ['test/quiet-console.ts', 'test/same-cases.ts', 'test/web-setup.ts'],
  testTimeout,
  expect: { poll },
};

const server = {
  environment: 'node',
  pool: 'forks' as const,
  globalSetup: 'test/database/global-setup.ts',
  setupFiles: ['test/quiet-console.ts', 'test/same-cases.ts'],
  testTimeout,
  hookTimeout: 60_000,
  expect: { poll },
};

/**
 * The server's tests that need a process of their own: they measure or kill processes, or give the
 * process what only browsers have.
 */
const apart = [
  'test/{chaos,faults,fuzz,standby}/**/*.test.ts',
  'test/{kill-nine,offline-edits,offline-faults,restore-drill}.test.ts',
  'src/server/embedded/*.test.ts',
];

/** Tests of the browser's side that need what only a process of their own has. */
const ownProcess = [
  'src/web/by-link/kept-readings.test.ts',
  'src/web/lib/{days,page-life,sha256}.test.ts',
  'src/web/offline/{app/app-update,seal/seal}.test.ts',
];

/**
 * True for an error of Node's own `fetch` that no caller can catch: a request was aborted at the moment
 * when bytes of its reply came. The tests of faults abort thousands.
 */
function isAbortedInNode({ message, stack }: { message?: string; stack?: string }): boolean {
  return (
    message === 'Invalid state: ReadableStream is already closed' &&
    stack?.includes('node:internal/deps/undici/undici') === true
  );
}

export default defineConfig({
  test: {
    // Three files at a time on two processors, because some wait for servers that they start. Each server file has a
    // database of its own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    onUnhandledError: (error) => (isAbortedInNode(error) ? false : undefined),
    projects: [
      {
        test: {
          name: 'domain',
          include: ['src/domain/**/*.test.ts'],
          environment: 'node',
          setupFiles: 'test/same-cases.ts',
          testTimeout,
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: apart,
          ...server,
          // The server's code is loaded once for all files of a process, and not for each file.
          isolate: false,
        },
      },
      { test: { name: 'apart', include: apart, ...server } },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ownProcess,
          ...web,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['src/web/**/*.test.{ts,tsx}'],
          exclude: ownProcess,
          // One page that each file of a worker starts from: making one takes a second.
          pool: 'vmThreads',
          ...web,
          setupFiles: [...web.setupFiles, 'test/web-screens-setup.ts'],
        },
      },
    ],
  },
});
