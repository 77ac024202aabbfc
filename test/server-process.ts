import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { EmbeddedPostgres } from '#server/embedded/start-postgres.ts';

const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));

/** The folder in which the runtime keeps the server's compiled code, so that it starts sooner. */
export const compiledCode = fileURLToPath(
  new URL('../node_modules/.cache/server-compiled', import.meta.url),
);

/** The options that the runtime gets wherever the server is started. */
export const runtimeOptions: readonly string[] = [
  '--max-semi-space-size=16',
  '--initial-old-space-size=64',
  '--heap-growing-percent=20',
];

/** The server as it runs in production: its own process with its own embedded database. */
export type ServerProcess = {
  address: string;
  pid: number;
  /** Ends it like a power cut, without time to finish anything. */
  killNow: () => Promise<void>;
  /** Ends it as an operator would. Returns the exit code. */
  stop: () => Promise<number | null>;
  isRunning: () => boolean;
  /** Resolves with the exit code when it has ended, by itself or not. */
  ended: Promise<number | null>;
  /** Returns everything that it has written. */
  said: () => string;
};

export const administrator = { email: 'admin@hotel.example', password: 'a-long-enough-password' };

/**
 * Every server that runs. They end with this process, even if a test fails before it ends its own.
 */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startServerProcess(
  dataDir: string,
  settings: Record<string, string> = {},
  program: readonly string[] = [...runtimeOptions, main],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compiledCode,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...settings,
    },
    // The server ends when this channel closes, even if this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  running.add(child);
  child.once('exit', () => running.delete(child));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (said += part.toString()));
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    said: () => said,
    address: await addressOf(child),
    pid: child.pid ?? 0,
    killNow: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      return child.exitCode;
    },
  };
}

/** Returns the DATABASE_URL of an embedded database, to use it like an external one. */
export function databaseUrlOf({ connection }: Pick<EmbeddedPostgres, 'connection'>): string {
  const { host, user, database } = connection;
  return `postgres:///${database}?${new URLSearchParams({ host, user }).toString()}`;
}

/** Waits for the line in which the server prints its address. Returns the address. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (part: Buffer) => {
      said += part.toString();
      const address = /Bellwether is at (http:[^\s"]+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('exit', () => reject(new Error(`The server ended before it listened:\n${said}`)));
  });
}

/**
 * Signs the administrator in. Returns a function that calls the API over the network with that
 * session.
 */
export async function signInTo(address: string) {
  return callWith(address, await cookieFrom(address));
}

const headers = { 'content-type': 'application/json' };

/** Signs the administrator in. Returns the session's cookie. */
export async function cookieFrom(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(administrator),
  });
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export function callWith(address: string, cookie: string) {
  return async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(address + path, {
      method,
      headers: { ...(body !== undefined && headers), cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const answered: ReturnType<typeof JSON.parse> = text === '' ? null : JSON.parse(text);
    return { status: reply.status, body: answered };
  };
}
