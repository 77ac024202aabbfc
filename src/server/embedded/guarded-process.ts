import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import { plainEnvironment, type Account } from './run-as.ts';

/**
 * Runs a program that must not outlive us, even when we are killed with SIGKILL and can do nothing
 * any more. Beside the program a watcher reads a pipe whose other end only we hold: the kernel
 * closes it when we die, and the watcher then sends the signal. The shell itself waits for the
 * program and passes its exit code on.
 *
 * Signals for a whole terminal or service unit are not for the shell: we end the program in our
 * own order. (PostgreSQL's programs set their own handlers for them.)
 */
const guard = `
trap '' HUP INT TERM
signal=$1
shift
"$@" >&2 3<&- &
program=$!
echo "$program"
exec >&-
{ read -r nothing; kill -s "$signal" "$program"; } <&3 >/dev/null 2>&1 &
watcher=$!
wait "$program"
code=$?
kill -s KILL "$watcher" 2>/dev/null
exit "$code"
`;

export type GuardedProgram = {
  command: string;
  args: string[];
  /** What the watcher sends, by its short name. */
  endSignal: 'INT' | 'KILL';
  cwd: string;
  account: Account | undefined;
  /** An open file for what the program prints. */
  logFile: number;
};

export type GuardedProcess = {
  pid: number;
  /** The program's exit code, once it has ended. */
  ended: Promise<number>;
  /** Lets go of the pipe, so that the watcher sends its signal. */
  release: () => void;
  kill: (signal: NodeJS.Signals) => void;
};

export async function runGuarded(program: GuardedProgram): Promise<GuardedProcess> {
  const { command, args, endSignal, cwd, account, logFile } = program;
  const shell = spawn('/bin/sh', ['-c', guard, 'bellwether-guard', endSignal, command, ...args], {
    // Node enters the folder before it changes the account.
    cwd,
    ...account,
    env: plainEnvironment,
    // A session of its own: Ctrl-C in the terminal is for the server, which ends the database last.
    detached: true,
    stdio: ['ignore', 'pipe', logFile, 'pipe'],
  });
  const ended = new Promise<number>((resolve) => shell.once('exit', (code) => resolve(code ?? 1)));
  const [pid] = await Promise.all([readPid(shell.stdout), once(shell, 'spawn')]);
  const pipe = shell.stdio[3] as Writable;
  // The watcher's end closes first where the program ends by itself.
  pipe.on('error', () => {});
  return { pid, ended, release: () => pipe.destroy(), kill: (signal) => send(pid, signal) };
}

async function readPid(stdout: Readable | null): Promise<number> {
  let text = '';
  for await (const chunk of stdout ?? []) text += String(chunk);
  return Number(text);
}

/** Sends a signal to a process that may have ended meanwhile. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
