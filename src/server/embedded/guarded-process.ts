import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

import { plainEnvironment, type Account } from './run-as.ts';

/**
 * Runs a program that must not outlive us, even when we are killed with SIGKILL and can do nothing
 * any more. Beside the program a watcher reads a pipe whose other end only we hold. When we die,
 * the kernel closes that end, and the watcher sends the signal. The shell itself waits for the
 * program and passes its exit code on.
 *
 * The shell ignores signals that a terminal or service unit sends to all its processes: we end the
 * program in our own order. (PostgreSQL's programs set their own handlers for them.)
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
  /** The short name of the signal that the watcher sends. */
  endSignal: 'INT' | 'KILL';
  cwd: string;
  account: Account | undefined;
  /** The descriptor of an open file for the program's output. */
  logFile: number;
};

export type GuardedProcess = {
  pid: number;
  /** Resolves to the program's exit code when it has ended. */
  ended: Promise<number>;
  /** Closes the pipe, so that the watcher sends its signal. */
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
    // Its own process group, so that Ctrl-C in the terminal reaches only the server, which ends the
    // database last.
    detached: true,
    stdio: ['ignore', 'pipe', logFile, 'pipe'],
  });
  const ended = new Promise<number>((resolve) => shell.once('exit', (code) => resolve(code ?? 1)));
  const [pid] = await Promise.all([readPid(shell.stdout), once(shell, 'spawn')]);
  const pipe = shell.stdio[3] as Writable;
  // When the program ends first, the watcher closes its end of the pipe first.
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
