import 'fake-indexeddb/auto';

import { expect, test } from 'vitest';

import { OfflineDatabase } from './database.ts';
import { leftBy, takeOver } from './fetch-sealed.ts';
import { keepFile } from './kept-files.ts';
import type { Draft } from './records.ts';
import { currentStore, releaseStore, takeStore } from './store.ts';

test('files of an interview that is taken over keep who took them', async () => {
  const [person, admin] = [71_001, 71_002];
  const interviewId = 'offline_1_left';
  const left = new OfflineDatabase(person);
  await left.drafts.put({ clientId: interviewId } as Draft);
  const { clientId } = await keepFile(left, {
    ...{ interviewId, questionId: 1, kind: 'photo', name: 'photo.jpg', mediaType: 'image/jpeg' },
    ...{ width: 4, height: 3, caption: '', takenAt: 0, thumbnail: null },
    bytes: new TextEncoder().encode('lobby').buffer,
  });
  left.close();
  takeStore(admin);
  const openKey = () => Promise.resolve(null);
  await takeOver(person, await leftBy(person, openKey), openKey);
  expect(await currentStore().files.get(clientId)).toMatchObject({
    ...{ takenById: person, state: 'waiting' },
  });
  expect(await currentStore().fileBytes.count()).toBe(1);
  releaseStore();

  // The Admin leaves it too, and another one takes it over.
  takeStore(admin + 1);
  await takeOver(admin, await leftBy(admin, openKey), openKey);
  expect(await currentStore().files.get(clientId)).toMatchObject({ takenById: person });
  releaseStore();
});
