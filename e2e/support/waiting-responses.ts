import type { Page } from '@playwright/test';

import type { Edition } from '#domain/surveys/edition.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { freeze } from '#web/offline/outbox/envelope.ts';

type Asked = { edition: Edition; hotel: { id: number; hotelName: string }; respondent: string };

/**
 * Returns interviews held without a connection, frozen as the app freezes them. Their names are
 * numbered from 1.
 */
export function heldOffline(count: number, { edition, hotel, respondent }: Asked): Envelope[] {
  const startedAt = Date.now() - 60 * 60_000;
  const progress = Object.fromEntries(
    edition.questions.map(({ id, answers: [option] }) => [
      id,
      option
        ? { answerId: option.id, score: option.score, textValue: null }
        : { answerId: null, score: 0, textValue: 'In their own words' },
    ]),
  );
  return Array.from({ length: count }, (_, n) => {
    const envelope = freeze(
      {
        clientId: `offline_${startedAt + n}_${crypto.randomUUID().replaceAll('-', '')}`,
        hotelId: hotel.id,
        hotel: { hotelName: hotel.hotelName, hotelBrand: '', hotelAddress: '', hotelCity: '' },
        ...{ edition, progress, answeredAt: {}, index: 0, notes: '', revision: 1 },
        respondentName: `${respondent} ${n + 1}`,
        respondentJobTitle: 'Night Manager',
        ...{ startedAt, updatedAt: startedAt, copy: null, copyRefused: null },
      },
      { completedAt: startedAt + n, isOnline: false },
    );
    // Far in the future, so that only Sync Now sends them.
    return { ...envelope, nextAttemptAt: Date.now() + 60 * 60_000 };
  });
}

/**
 * Puts the envelopes into the store of this page's user. The next load of the page finds them
 * there.
 */
export async function keepOnDevice(page: Page, envelopes: Envelope[]): Promise<void> {
  await page.evaluate(async (rows) => {
    const person = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { id: number };
    const opening = indexedDB.open(`user_${person.id}_bellwether_offline_data`);
    await new Promise<void>((done, fail) => {
      opening.addEventListener('error', () => fail(opening.error));
      opening.addEventListener('success', () => {
        const writing = opening.result.transaction('envelopes', 'readwrite');
        for (const row of rows) writing.objectStore('envelopes').put(row);
        writing.addEventListener('complete', () => done());
        writing.addEventListener('abort', () => fail(writing.error));
      });
    });
    opening.result.close();
  }, envelopes);
}
