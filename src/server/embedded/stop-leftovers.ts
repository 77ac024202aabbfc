import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { send } from './guarded-process.ts';
import type { Place } from './place.ts';

/** The shutdown signals, who gets each, and the milliseconds it gets: fast, immediate, kill. */
const steps = [
  { signal: 'SIGINT', toAll: false, patience: 5000 },
  { signal: 'SIGQUIT', toAll: true, patience: 3000 },
  { signal: 'SIGKILL', toAll: true, patience: 3000 },
] as const;

/**
 * Stops what still runs on this cluster. Its server is gone, since we hold the folder. None of the
 * steps loses anything that was acknowledged: it is in the write-ahead log.
 */
export async function stopLeftovers(place: Place, log: (line: string) => void): Promise<void> {
  let left = await findProcesses(place.name);
  if (left.length > 0) log('Ending the database that an earlier server left behind…');
  for (const { signal, toAll, patience } of steps) {
    const postmaster = await readPostmaster(place.cluster);
    // To PostgreSQL's other processes, SIGINT means something else.
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
 * Removes lock files that belong to no running database. They hold a process id, and PostgreSQL
 * would take any process of its account that has this id now for a running server. After a
 * container was killed, that is often another program.
 */
async function removeStaleLocks({ cluster, sockets }: Place): Promise<void> {
  for (const file of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(sockets, file), { force: true });
  const pid = await readPostmaster(cluster);
  const command = pid === undefined ? undefined : await readCommand(String(pid));
  // Remove the file only when the process is surely another program. With this file PostgreSQL also finds its
  // old shared memory, so in any other case PostgreSQL itself must decide.
  if (command && !command.includes('postgres'))
    await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Returns the process id in the cluster's lock file, whichever process has that id now. */
async function readPostmaster(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/**
 * Finds the cluster's processes: the postmaster has the cluster's name among its settings, the
 * others have it in their titles.
 */
async function findProcesses(name: string): Promise<number[]> {
  const commands = process.platform === 'linux' ? await readProc() : await readPs();
  return commands
    .filter(
      ([, command]) =>
        command.startsWith(`postgres: ${name}: `) ||
        // The guard's command line contains the same words. The guard ends after PostgreSQL.
        (command.includes(`cluster_name=${name}`) && !command.startsWith('/bin/sh ')),
    )
    .map(([pid]) => pid);
}

/**
 * Reads command lines, because everybody may read those, unlike the path of another account's
 * program.
 */
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
