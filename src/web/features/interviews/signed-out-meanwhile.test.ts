import 'fake-indexeddb/auto';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { StoredFile } from '#web/offline/store/records.ts';
import { currentStore, releaseStore, takeStore } from '#web/offline/store/store.ts';
import { addFiles } from './evidence/add-files.ts';
import { useKeptUrls } from './evidence/use-kept-url.ts';
import { newPlan } from './exit/new-plan.ts';
import { usePlan } from './exit/plan-writer.ts';

/** Tests that nothing of one person gets into the store of the next who signs in on the same page. */

let users = 7_000;
beforeEach(() => void takeStore((users += 1)));
afterEach(releaseStore);

const signInAnother = () => takeStore((users += 1));

test('a plan that could not be written yet is not written for the next person', async () => {
  const plan = newPlan({ hotelId: 1, hotelName: 'Harbour House', kind: 'onsite' });
  const { result } = renderHook(() => usePlan(plan));
  const former = currentStore();
  vi.spyOn(former.plans, 'put').mockRejectedValue(new Error('No room'));
  result.current.change(() => ({ hotelName: 'Harbour House, changed' }));
  await waitFor(() => expect(result.current.saved).toBe('failed'));
  signInAnother();
  const nextTry = vi.spyOn(former, 'transaction');
  await waitFor(() => expect(nextTry).toHaveBeenCalled());
  expect(await currentStore().plans.count()).toBe(0);
});

test('files that are still being added are not added for the next person', async () => {
  const bytes = Promise.withResolvers<ArrayBuffer>();
  const files = ['Plan.pdf', 'Menu.pdf'].map((name) => new File(['%PDF-1.7'], name));
  for (const file of files) vi.spyOn(file, 'arrayBuffer').mockReturnValue(bytes.promise);
  const place = { interviewId: 'offline_1_a', questionId: 1 };
  const watch = { onEach: () => undefined, onPreview: () => undefined };
  const added = addFiles(place, 'document', files, watch);
  await waitFor(() => expect(files[0]?.arrayBuffer).toHaveBeenCalled());
  signInAnother();
  bytes.resolve(new ArrayBuffer(8));
  expect(await added).toHaveLength(2);
  expect(await currentStore().files.count()).toBe(0);
});

test('pictures are shown without their bytes where the store cannot be read', async () => {
  vi.spyOn(currentStore().fileBytes, 'get').mockRejectedValue(new Error('The store is stuck'));
  const files = [{ clientId: 'one' } as StoredFile];
  const { result } = renderHook(() => useKeptUrls(files, 'bytes'));
  await waitFor(() => expect(result.current).toEqual(new Map()));
});
