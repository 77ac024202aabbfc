import { afterEach, expect, test, vi } from 'vitest';

import {
  askForPersistentStorageQuietly,
  browserAsksPerson,
  readStorageRoom,
} from './storage-room.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stubs a browser with this name. Returns the mock that counts requests for persistent storage. */
function browserNamed(userAgent: string) {
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  vi.stubGlobal('navigator', { userAgent, storage: { persist } });
  return persist;
}

test('Firefox asks the person about storage, so the app requests it only in the Sync Centre', async () => {
  const persist = browserNamed(
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  );
  await askForPersistentStorageQuietly();
  expect(persist).not.toHaveBeenCalled();
  expect(browserAsksPerson()).toBe(true);
});

test.each([
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
])('a browser that decides by itself is asked: %s', async (userAgent) => {
  const persist = browserNamed(userAgent);
  await askForPersistentStorageQuietly();
  expect(persist).toHaveBeenCalledTimes(1);
  expect(browserAsksPerson()).toBe(false);
});

test('no storage room is shown for a browser that gives no estimate', async () => {
  vi.stubGlobal('navigator', { storage: { persisted: () => Promise.resolve(false) } });
  expect(await readStorageRoom()).toBeNull();
});
