import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, BrowserOptions, Engine, InputSource } from './engine.ts';
import { killAll, startAndHear } from './processes.ts';

const binary = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/**
 * Firefox, controlled by its own WebDriver BiDi over a WebSocket, because Debian has no geckodriver
 * for it. This implements only the dozen commands that the journeys need.
 */
export const firefox: Engine = {
  name: 'firefox',
  needs: [{ file: () => binary.some(existsSync), debianPackage: 'firefox-esr' }],
  launch,
};

const preferences = {
  // Do not restore tabs after a kill, and do not ask about it.
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'extensions.update.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.download.alwaysOpenPanel': false,
  'browser.helperApps.neverAsk.saveToDisk':
    'text/csv,application/json,text/plain,application/octet-stream',
  'focusmanager.testmode': true,
  'remote.active-protocols': 1,
};

/**
 * The first page. Without an address Firefox focuses its address bar and keeps the focus there.
 * Pages then have no focus, and Enter presses none of their buttons.
 */
const firstPage = 'data:text/html,';

async function launch(options: BrowserOptions): Promise<Browser> {
  const { profile, downloads, isDark } = options;
  mkdirSync(profile, { recursive: true });
  mkdirSync(downloads, { recursive: true });
  const chosen = {
    ...preferences,
    'browser.download.dir': downloads,
    // For pages, 0 is dark and 1 is light.
    'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
  };
  const lines = Object.entries(chosen).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const program = binary.find(existsSync) ?? '';
  const { child, match } = await startAndHear(
    [
      ...([program, '--headless', '--no-remote'] as const),
      ...['--profile', profile, '--remote-debugging-port', '0', firstPage],
    ],
    /WebDriver BiDi listening on (ws:\S+)/,
    { TZ: 'Europe/Berlin', LANG: 'en_GB.UTF-8' },
  );
  const kill = () => killAll(child.pid ?? 0);
  try {
    return { ...(await begin(`${match[1]}/session`, options)), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

type Viewport = { width: number; height: number };

async function begin(address: string, { width, height }: BrowserOptions) {
  const faults: string[] = [];
  const send = await open(address, faults);
  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    contexts: { context: string }[];
  };
  const context = contexts[0]?.context;
  const viewport = { width, height };
  await send('browsingContext.setViewport', { context, viewport });
  await send('script.addPreloadScript', { functionDeclaration: String(tellOfPolicy) });
  return { ...commandsOf(send, context, viewport), console: () => faults, close: () => end(send) };
}

/**
 * Reports refusals by the content security policy, which Firefox itself shows only in its own
 * window. This runs in the page, which gets an event for each.
 */
function tellOfPolicy() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Refused by ${violatedDirective}: ${blockedURI}`)),
  );
}

/** Closes the browser. It replies at once and ends a moment later. */
async function end(send: Send): Promise<void> {
  await send('browser.close', {});
  await new Promise((done) => setTimeout(done, 2_000));
}

type Send = (method: string, params: object) => Promise<unknown>;
type Heard =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; error: string; message: string }
  | { type: 'event'; method: string; params: LogEntry };
type LogEntry = {
  level: string;
  text: string | null;
  stackTrace?: { callFrames: { url: string; lineNumber: number }[] };
};

async function open(address: string, faults: string[]): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', () => fail(new Error('Firefox takes no connection')));
  });
  const waiting = new Map<number, (heard: Exclude<Heard, { type: 'event' }>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const heard = JSON.parse(String(data)) as Heard;
    if (heard.type === 'event') hearLog(heard.params, faults);
    else waiting.get(heard.id)?.(heard);
  });
  let last = 0;
  return (method, params) =>
    new Promise((done, fail) => {
      const id = (last += 1);
      const late = setTimeout(() => fail(new Error(`Firefox: no answer to ${method}`)), 60_000);
      waiting.set(id, (heard) => {
        waiting.delete(id);
        clearTimeout(late);
        if (heard.type === 'success') done(heard.result);
        else fail(new Error(`Firefox: ${method}: ${heard.error}: ${heard.message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}

function hearLog({ level, text, stackTrace }: LogEntry, faults: string[]): void {
  if (!['error', 'warn'].includes(level)) return;
  const at = stackTrace?.callFrames[0];
  faults.push(`${level}: ${text}${at ? ` (${at.url}:${at.lineNumber})` : ''}`);
}

type Remote = { type: string; value?: unknown; sharedId?: string };
type Evaluated =
  { type: 'success'; result: Remote } | { type: 'exception'; exceptionDetails: { text: string } };

function commandsOf(send: Send, first: string | undefined, viewport: Viewport) {
  const tabs = [first];
  let context = first;
  const run = async (body: string, given: unknown[]) => {
    const answer = (await send('script.callFunction', {
      functionDeclaration: `function () { ${body} }`,
      arguments: given.map((value) => ({ type: 'string', value: JSON.stringify(value) })),
      target: { context },
      awaitPromise: false,
    })) as Evaluated;
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  /**
   * Wraps a function body so that arguments and result are JSON, because BiDi would describe every
   * value by its type.
   */
  const asText = (body: string, resultAsText: boolean) =>
    `const given = [...arguments].map((one) => JSON.parse(one));
     const result = (function () { ${body} }).apply(undefined, given);
     return ${resultAsText ? 'JSON.stringify(result)' : 'result'};`;
  return {
    goTo: async (url) => {
      for (let left = 3; ; left -= 1)
        try {
          await send('browsingContext.navigate', { context, url, wait: 'none' });
          return;
        } catch (error) {
          // The previous page was still loading. Its abort may have cancelled this navigation too.
          if (left === 0 || !String(error).includes('NS_BINDING_ABORTED')) throw error;
        }
    },
    evaluate: async (body, given) => {
      const { value } = await run(asText(body, true), given);
      return value === undefined ? undefined : JSON.parse(String(value));
    },
    act: async (actions: InputSource[]) =>
      void (await send('input.performActions', { context, actions })),
    chooseFile: async (body, given, path) => {
      const { sharedId } = await run(asText(body, false), given);
      await send('input.setFiles', { context, element: { sharedId }, files: [path] });
    },
    takePicture: async (path) => {
      const { data } = (await send('browsingContext.captureScreenshot', { context })) as {
        data: string;
      };
      writeFileSync(path, Buffer.from(data, 'base64'));
    },
    openTab: async () => {
      const made = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
      await send('browsingContext.setViewport', { context: made.context, viewport });
      context = made.context;
      tabs.push(context);
    },
    showTab: async (place) => {
      context = tabs[place];
      await send('browsingContext.activate', { context });
    },
  } satisfies Partial<Browser>;
}
