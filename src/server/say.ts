import { hostname } from 'node:os';
import { inspect } from 'node:util';

import { StartError } from './start-error.ts';

const levels = { info: 30, warn: 40, fatal: 60 };

/** What the program says of itself, whatever the level of its log: one line. */
export type Say = (line: string, level?: 'info' | 'warn') => void;

/**
 * In production each line is one of the log, for the programs that read it; elsewhere it is for
 * people. `fail` tells what ends the program.
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

/** For people alone, in production too: a password that is told once is no line of a log. */
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

/** Without the error's other properties: those of the database may hold a row. */
function stackOf(error: Error): string {
  const { stack = error.message, cause } = error;
  return cause instanceof Error ? `${stack}\ncaused by: ${stackOf(cause)}` : stack;
}
