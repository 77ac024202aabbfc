import { pageLeft, whileOnPage } from '#web/lib/page-left.ts';

/**
 * Returns the Web Locks API, whose locks hold across the tabs of this device. Over plain http
 * browsers have none. What the locks guard is safe even then, but is sometimes done twice.
 */
function lockManager(): typeof navigator.locks | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

/**
 * Calls `act` while holding the lock. If another tab holds it and `wait` is false, returns null
 * without calling. A page that is left holds no lock and waits for none; a call under way then
 * rejects.
 *
 * Several calls may hold a `shared` lock at the same time. They and a call that is not shared wait for each
 * other. A shared call must not ask for the same lock again: if another call waits in between, none goes on.
 */
export async function withLock<T>(
  name: string,
  { wait, shared = false }: { wait: boolean; shared?: boolean },
  act: () => Promise<T>,
): Promise<T | null> {
  const locks = lockManager();
  if (!locks) return act();
  // The API forbids a signal together with `ifAvailable`, which never waits.
  const options = wait ? { signal: pageLeft } : { ifAvailable: true };
  const mode = shared ? 'shared' : 'exclusive';
  return locks.request(name, { mode, ...options }, (lock) => (lock ? whileOnPage(act) : null));
}

/**
 * Waits for a lock, calls `tell` when it has it, and holds it until the signal aborts or the page
 * is left.
 */
export function lockWhile(name: string, until: AbortSignal, tell: () => void): void {
  const hold = () =>
    new Promise<void>((release) => {
      if (until.aborted) return release();
      until.addEventListener('abort', () => release());
      pageLeft.addEventListener('abort', () => release(), { signal: until });
      tell();
    });
  const locks = lockManager();
  if (!locks) void hold();
  // This rejects when the signal aborts while the request is still waiting.
  else void locks.request(name, { signal: until }, hold).catch(() => undefined);
}

/** Returns the name of the lock that an interview's only writer holds. */
export function draftLock(store: string, clientId: string): string {
  return `${draftPrefix}${store} ${clientId}`;
}
const draftPrefix = 'draft ';

/** True when an interview is open in this tab or any other. */
export function isAnyDraftOpen(): Promise<boolean> {
  return isLockHeld(draftPrefix);
}

/** Waits, for two seconds at most, until no tab has an interview of this store open. */
export async function waitForDrafts(store: string): Promise<void> {
  const ofStore = `${draftPrefix}${store} `;
  for (let tries = 0; tries < 20 && (await isLockHeld(ofStore)); tries += 1)
    await new Promise((passed) => setTimeout(passed, 100));
}

/** True when any tab holds a lock whose name begins with this. */
async function isLockHeld(prefix: string): Promise<boolean> {
  const { held = [] } = (await lockManager()?.query()) ?? {};
  return held.some(({ name }) => name?.startsWith(prefix));
}
