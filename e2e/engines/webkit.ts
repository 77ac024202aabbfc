import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Browser, BrowserOptions, Engine } from './engine.ts';
import { endInTime, freePort, isRunning, killAll } from './processes.ts';
import { screenNeeds, startScreen } from './screen.ts';

const window = join(import.meta.dirname, 'webkit-browser.py');
const python = '/usr/bin/python3';
const driver = ['/usr/bin/WebKitWebDriver', '/usr/lib/webkit2gtk-4.1/WebKitWebDriver'];

/**
 * WebKitGTK, whose engine family every iPad browser uses. It is controlled over HTTP by the
 * WebDriver standard, in a window of our own that keeps its profile (`webkit-browser.py`), on a
 * virtual screen.
 */
export const webkit: Engine = {
  name: 'webkit',
  needs: [
    screenNeeds,
    { file: () => driver.some(existsSync), debianPackage: 'webkit2gtk-driver' },
    { file: () => canImport('import gi'), debianPackage: 'python3-gi' },
    {
      file: () => canImport("import gi; gi.require_version('WebKit2', '4.1')"),
      debianPackage: 'gir1.2-webkit2-4.1',
    },
  ],
  launch,
};

function canImport(statement: string): boolean {
  return spawnSync(python, ['-c', statement]).status === 0;
}

async function launch(options: BrowserOptions): Promise<Browser> {
  const { profile, downloads, width, height, isDark } = options;
  const screen = await startScreen();
  const port = await freePort();
  // It prints nothing when it starts to listen, so `newSession` retries until it does.
  const service = spawn(driver.find(existsSync) ?? '', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      TZ: 'Europe/Berlin',
      LANG: 'en_GB.UTF-8',
    },
  });
  const consoleBefore = consoleSize(profile);
  const endAll = async () => {
    for (const pid of [windowOf(profile), service.pid, screen.process.pid])
      if (pid) await killAll(pid);
  };
  chmodSync(window, 0o755);
  try {
    const args = [
      `--profile=${profile}`,
      `--downloads=${downloads}`,
      `--width=${width}`,
      `--height=${height}`,
      ...(isDark ? ['--dark'] : []),
    ];
    const session = await newSession(port, args);
    return {
      ...commandsOf(session),
      console: () => faultsIn(profile, consoleBefore),
      close: async () => {
        await endInTime({ pid: windowOf(profile) });
        await endAll();
      },
      kill: endAll,
    };
  } catch (error) {
    await endAll();
    throw error;
  }
}

type Call = (method: 'POST' | 'GET', path: string, body?: object) => Promise<unknown>;

/** Begins a session. Retries until the driver listens. */
async function newSession(port: number, args: string[]): Promise<Call> {
  const capabilities = {
    alwaysMatch: {
      // Do not wait for page loads: journeys wait for what a page shows, and may leave it before.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary: window, args },
    },
  };
  const base = `http://127.0.0.1:${port}/session`;
  for (let tries = 1; ; tries += 1)
    try {
      const made = (await call('POST', base, { capabilities })) as { sessionId: string };
      return (method, path, body) => call(method, `${base}/${made.sessionId}${path}`, body);
    } catch (error) {
      if (tries > 50 || !String(error).includes('fetch failed')) throw error;
      await sleep(100);
    }
}

async function call(method: string, address: string, body?: object): Promise<unknown> {
  const answer = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    signal: AbortSignal.timeout(60_000),
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`WebKit's driver: ${value.error}: ${value.message}`);
  return value;
}

function commandsOf(session: Call) {
  const tabs: unknown[] = [];
  const evaluate: Browser['evaluate'] = (body, given) =>
    session('POST', '/execute/sync', { script: body, args: given });
  return {
    goTo: async (url) => void (await session('POST', '/url', { url })),
    evaluate,
    act: async (actions) => void (await session('POST', '/actions', { actions })),
    chooseFile: async (body, given, path) => {
      const [id] = Object.values((await evaluate(body, given)) as Record<string, string>);
      await session('POST', `/element/${id}/value`, { text: path });
    },
    takePicture: async (path) =>
      writeFileSync(path, Buffer.from(String(await session('GET', '/screenshot')), 'base64')),
    openTab: async () => {
      // The driver lists its windows in any order.
      if (tabs.length === 0) tabs.push(await session('GET', '/window'));
      const { handle } = (await session('POST', '/window/new', { type: 'tab' })) as {
        handle: string;
      };
      tabs.push(handle);
      await session('POST', '/window', { handle });
    },
    showTab: async (place) => void (await session('POST', '/window', { handle: tabs[place] })),
  } satisfies Partial<Browser>;
}

function windowOf(profile: string): number | undefined {
  const path = join(profile, 'pid');
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  // After a reboot another process may have this number.
  return pid && isRunning(pid) && commandLine(pid).includes(profile) ? pid : undefined;
}

const commandLine = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
const consoleFile = (profile: string) => join(profile, 'console');
const consoleSize = (profile: string) =>
  existsSync(consoleFile(profile)) ? statSync(consoleFile(profile)).size : 0;

function faultsIn(profile: string, from: number): string[] {
  const said = readFileSync(consoleFile(profile)).subarray(from).toString('utf8');
  return said.split('\n').filter((line) => /CONSOLE \S+ (ERROR|WARN)/.test(line));
}
