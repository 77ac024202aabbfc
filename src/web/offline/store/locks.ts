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
 */
export async function withLock<T>(
  name: string,
  { wait }: { wait: boolean },
  act: () => Promise<T>,
): Promise<T | null> {
  const locks = lockManager();
  if (!locks) return act();
  // The API forbids a signal together with `ifAvailable`, which never waits.
  const options = wait ? { signal: pageLeft } : { ifAvailable: true };
  return locks.request(name, options, (lock) => (lock ? whileOnPage(act) : null));
}

/**
 * Waits for the lock, and returns the function that releases it. Several callers may share it at the same time. They and
 * a call of {@link withLock} wait for each other. Who shares it must not ask for it again: if such a call waits in
 * between, nobody goes on. The lock is also released when the page is left.
 *
 * It calls no function with the lock, because the browser would call that outside of Dexie's live query. The query
 * would then not notice when what it read there changes.
 */
export function shareLock(name: string): Promise<() => void> {
  const locks = lockManager();
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    const hold = () => whileOnPage(() => new Promise<void>((release) => resolve(release)));
    locks.request(name, { mode: 'shared', signal: pageLeft }, hold).catch(reject);
  });
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
