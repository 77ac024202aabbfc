import { hostname } from 'node:os';
import { inspect } from 'node:util';

import { StartError } from './start-error.ts';

const levels = { info: 30, warn: 40, fatal: 60 };

/** Prints one line about the program itself, regardless of the log's level. */
export type Say = (line: string, level?: 'info' | 'warn') => void;

/**
 * Returns how the program prints. In production each line is a line of the log, for programs that
 * read it; otherwise it is for people. `fail` prints the error that ends the program.
 */
export function speakAs(isProduction: boolean): { say: Say; fail: (error: unknown) => void } {
  if (!isProduction)
    return {
      say: print,
      fail: (error) =>
        void process.stderr.write(
          `${error instanceof StartError ? error.message : inspect(error)}\n`,
        ),
    };
  const write = (level: keyof typeof levels, line: object) =>
    print(
      JSON.stringify({
        level: levels[level],
        time: Date.now(),
        pid: process.pid,
        hostname: hostname(),
        ...line,
      }),
    );
  return {
    say: (msg, level = 'info') => write(level, { msg }),
    fail: (error) => write('fatal', asFields(error)),
  };
}

/**
 * Prints a line for people, in production too: a password that is shown once must not be in the
 * log.
 */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function asFields(error: unknown): object {
  if (!(error instanceof Error)) return { msg: inspect(error) };
  if (error instanceof StartError) return { msg: error.message };
  return {
    msg: error.message,
    err: { type: error.name, message: error.message, stack: stackOf(error) },
  };
}

/**
 * Returns the stack without the error's other properties: those of a database error may contain a
 * row.
 */
function stackOf(error: Error): string {
  const { stack = error.message, cause } = error;
  return cause instanceof Error ? `${stack}\ncaused by: ${stackOf(cause)}` : stack;
}
