import { pageLeft, whileOnPage } from '#web/lib/page-left.ts';

/**
 * Web Locks, which hold across the tabs of this device. Where the page comes over plain http there
 * are none; what they guard is then safe all the same, only done twice now and then.
 */
function lockManager(): typeof navigator.locks | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

/**
 * Acts while holding the lock. Null, without acting, where another tab holds it and `wait` is not.
 * A page that is left holds none and waits for none; a call under way then rejects.
 */
export async function withLock<T>(
  name: string,
  { wait }: { wait: boolean },
  act: () => Promise<T>,
): Promise<T | null> {
  const locks = lockManager();
  if (!locks) return act();
  // A signal cannot go with `ifAvailable`, which waits for nobody.
  const options = wait ? { signal: pageLeft } : { ifAvailable: true };
  return locks.request(name, options, (lock) => (lock ? whileOnPage(act) : null));
}

/** Waits for a lock, tells when it has it, and holds it until the signal, or until the page is left. */
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
  // Rejects when the signal comes while it still waits.
  else void locks.request(name, { signal: until }, hold).catch(() => undefined);
}

/** The lock that the one writer of an interview holds. */
export function draftLock(store: string, clientId: string): string {
  return `${draftPrefix}${store} ${clientId}`;
}
const draftPrefix = 'draft ';

/** Is an interview open, in this tab or any other? */
export async function isAnyDraftOpen(): Promise<boolean> {
  const { held = [] } = (await lockManager()?.query()) ?? {};
  return held.some(({ name }) => name?.startsWith(draftPrefix));
}

/** Waits, for two seconds at most, until no tab has an interview of this store open. */
export async function waitForDrafts(store: string): Promise<void> {
  const isOpen = async () => {
    const { held = [] } = (await lockManager()?.query()) ?? {};
    return held.some(({ name }) => name?.startsWith(`${draftPrefix}${store} `));
  };
  for (let tries = 0; tries < 20 && (await isOpen()); tries += 1)
    await new Promise((passed) => setTimeout(passed, 100));
}
