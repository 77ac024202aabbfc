import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { send } from './guarded-process.ts';
import type { Place } from './place.ts';

/** What is sent, to whom, and how many milliseconds it gets: fast, immediate, gone. */
const steps = [
  { signal: 'SIGINT', toAll: false, patience: 5000 },
  { signal: 'SIGQUIT', toAll: true, patience: 3000 },
  { signal: 'SIGKILL', toAll: true, patience: 3000 },
] as const;

/**
 * Ends what still runs on this cluster after its server is gone (we hold the folder, so it is).
 * None of the steps loses anything that was acknowledged: the write-ahead log has it.
 */
export async function stopLeftovers(place: Place, log: (line: string) => void): Promise<void> {
  let left = await findProcesses(place.name);
  if (left.length > 0) log('Ending the database that an earlier server left behind…');
  for (const { signal, toAll, patience } of steps) {
    const postmaster = await readPostmaster(place.cluster);
    // Its helpers understand a SIGINT as something else.
    for (const pid of left) if (toAll || pid === postmaster) send(pid, signal);
    const until = Date.now() + patience;
    while (left.length > 0 && Date.now() < until) {
      await sleep(20);
      left = await findProcesses(place.name);
    }
    if (left.length === 0) break;
  }
  await removeStaleLocks(place);
}

/**
 * Lock files hold a process number, and PostgreSQL takes whatever process of its account has that
 * number now for a server of its own: after a container was killed, often a wrong one.
 */
async function removeStaleLocks({ cluster, sockets }: Place): Promise<void> {
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(sockets, file), { force: true });
  const pid = await readPostmaster(cluster);
  const command = pid === undefined ? undefined : await readCommand(String(pid));
  // Only where it is surely another program: with the file PostgreSQL loses sight of its old
  // shared memory, so otherwise the judgement stays its own.
  if (command && !command.includes('postgres'))
    await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** The process number in the cluster's lock file, whoever has that number now. */
async function readPostmaster(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** The postmaster has the cluster's name among its settings, and its helpers in their titles. */
async function findProcesses(name: string): Promise<number[]> {
  const commands = process.platform === 'linux' ? await readProc() : await readPs();
  return commands
    .filter(
      ([, command]) =>
        command.startsWith(`postgres: ${name}: `) ||
        // Its guard has the same words, and ends after it.
        (command.includes(`cluster_name=${name}`) && !command.startsWith('/bin/sh ')),
    )
    .map(([pid]) => pid);
}

/** Command lines are open to everybody, other than where a process of another account runs. */
async function readProc(): Promise<[number, string][]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  return Promise.all(
    pids.map(async (pid): Promise<[number, string]> => [
      Number(pid),
      (await readCommand(pid)) ?? '',
    ]),
  );
}

async function readCommand(pid: string): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return text?.replaceAll('\0', ' ');
}

async function readPs(): Promise<[number, string][]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-axo', 'pid=,command=']);
  return stdout.split('\n').flatMap((line): [number, string][] => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [[Number(pid), command]] : [];
  });
}
