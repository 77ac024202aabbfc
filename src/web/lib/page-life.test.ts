import 'fake-indexeddb/auto';

import { expect, test, vi } from 'vitest';

import { withLock } from '#web/offline/store/locks.ts';
import { currentStore, takeStore } from '#web/offline/store/store.ts';
import { followPageLife } from './page-life.ts';
import { pageLeft, whileOnPage } from './page-left.ts';

// This is one test, because a page that was left cannot be used again.
test('a page that is kept for Back lets go of the store and of its locks, is hidden, and begins no more', async () => {
  followPageLife();
  const left = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
  takeStore(1);
  const db = currentStore();
  await db.drafts.count();

  left(false);
  expect(pageLeft.aborted).toBe(false);
  expect(document.body.style.visibility).toBe('');

  // It writes two tables, so that a half-done transaction would show.
  const writing = db.transaction('rw', db.cached, db.ballast, async () => {
    await db.cached.put({ key: 'first half', value: 1, savedAt: 1 });
    left(true);
    await db.ballast.clear();
  });
  await expect(writing).rejects.toMatchObject({ name: expect.any(String) });
  expect(pageLeft.aborted).toBe(true);
  // Back shows the page before any of its code runs, and its person may have signed out.
  expect(document.body.style.visibility).toBe('hidden');

  // Look at the store as a later page would find it.
  await expect(db.cached.count()).rejects.toThrow('closed');
  const later = indexedDB.open(db.name);
  await new Promise((done) => later.addEventListener('success', done));
  const reading = later.result.transaction('cached').objectStore('cached').count();
  await new Promise((done) => reading.addEventListener('success', done));
  expect(reading.result).toBe(0);
  later.result.close();

  await expect(whileOnPage(() => Promise.resolve(1))).rejects.toMatchObject({
    name: expect.any(String),
  });

  const page = window;
  const reload = vi.fn<() => void>();
  const addEventListener = page.addEventListener.bind(page);
  vi.stubGlobal(
    'window',
    Object.create(page, {
      location: { value: { reload } },
      addEventListener: { value: addEventListener },
    }),
  );
  const shown = (persisted: boolean) =>
    page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  shown(false);
  expect(reload).not.toHaveBeenCalled();
  shown(true);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('a lock without lock manager is no lock at all, and acts', async () => {
  expect(await withLock('sync', { wait: false }, () => Promise.resolve(7))).toBe(7);
});
