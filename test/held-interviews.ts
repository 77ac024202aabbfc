import { expect } from 'vitest';

import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { beginDraft, saveDraft } from '#web/offline/drafts/drafts.ts';
import { finishDraft } from '#web/offline/outbox/interviews.ts';
import type { DraftHotel } from '#web/offline/store/records.ts';
import { syncStore } from '#web/offline/sync/sync.ts';
import { hotelFields } from './build.ts';
import type { RemoteCall } from './load.ts';

/** Creates a hotel in the office. */
export async function makeHotel(
  call: RemoteCall,
  hotelId = 'D00001',
  hotelName = 'Harbour House',
): Promise<{ id: number }> {
  const { status, body } = await call('POST', '/api/hotels', {
    ...hotelFields,
    ...{ hotelId, hotelName },
    chainScale: 'Luxury',
    serviceConsultantId: null,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** Holds an interview on the device and sends it. The device then has a receipt. */
export async function holdInterview(
  device: OfflineDatabase,
  surveyId: number,
  hotelId: number,
  call: RemoteCall,
) {
  const { body: survey } = await call('GET', `/api/surveys/${surveyId}/with-questions`);
  const edition = (await call('GET', `/api/surveys/${surveyId}/editions/${survey.edition}`)).body;
  const hotel: DraftHotel = {
    hotelName: 'Harbour House',
    hotelBrand: 'Harbor',
    hotelAddress: '1 Quay Street',
    hotelCity: 'Boston',
  };
  const { clientId } = await beginDraft(
    device,
    { hotelId, hotel, edition, respondentName: 'Rosa', respondentJobTitle: 'GM' },
    { now: Date.now, randomId: () => Math.random().toString(36).slice(2) },
  );
  const question = edition.questions[0];
  const answer = { answerId: question.answers[2].id, score: 0, textValue: null };
  await saveDraft(device, clientId, { progress: { [question.id]: answer } }, Date.now());
  await finishDraft(device, clientId, {}, { completedAt: Date.now(), isOnline: true });
  return clientId;
}

/** Returns a sync run that synced this many records and left nothing to do. */
export const whole = (synced: number) => ({
  synced,
  stopped: null,
  pendingOnServer: 0,
  problem: null,
});

/** Syncs the device as the app does. */
export const syncWith = (device: OfflineDatabase, address: string, cookie: string) =>
  syncStore(
    device,
    {
      fetch: (path, init) => {
        const headers = new Headers(init?.headers);
        headers.set('cookie', cookie);
        return fetch(address + String(path), { ...init, headers });
      },
      now: Date.now,
      random: Math.random,
      refresh: async () => {},
    },
    { force: true },
  );
