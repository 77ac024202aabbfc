import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Starts a program. Resolves with the match once its output matches; otherwise fails with its
 * output.
 */
export async function startAndHear(
  [program, ...given]: [string, ...string[]],
  wanted: RegExp,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(program, given, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const heard = Promise.withResolvers<RegExpExecArray>();
  let said = '';
  const hear = (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-10_000);
    const match = wanted.exec(said);
    if (match) heard.resolve(match);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('error', heard.reject);
  child.on('exit', () => heard.reject(new Error(`${program} ended at once: ${said}`)));
  const late = setTimeout(() => heard.reject(new Error(`${program} said only: ${said}`)), 300_000);
  try {
    return { child, match: await heard.promise };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** Returns a process and all its descendants, as Linux lists them. */
export function withDescendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const all = [pid];
  for (const one of all) all.push(...(children.get(one) ?? []));
  return all;
}

/** Returns the parent. Undefined when the process has ended since it was listed. */
function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Ends a process and its descendants, and waits until they are gone. */
export async function killAll(pid: number): Promise<void> {
  const all = withDescendants(pid);
  for (const one of all) signal(one, 'SIGKILL');
  for (let tries = 0; tries < 100 && all.some(isRunning); tries += 1) await sleep(50);
}

function signal(pid: number, what: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, what);
  } catch {
    return false;
  }
}

/** Returns whether the process runs. A zombie, which its parent has not yet collected, does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Asks a process to end. If it takes too long, ends it and its descendants by force. */
export async function endInTime({ pid }: { pid?: number | undefined }): Promise<void> {
  if (pid === undefined) return;
  signal(pid, 'SIGTERM');
  for (let tries = 0; tries < 150 && isRunning(pid); tries += 1) await sleep(100);
  await killAll(pid);
}
