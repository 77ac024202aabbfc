import { expect, test } from 'vitest';

import { exportFormat } from '#domain/sync/exported-file.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import { exportedFile } from '#web/offline/outbox/export-file.ts';
import { readExportedFile } from './read-exported-file.ts';

const owner = { id: 7, name: 'Connie Consultant', email: 'connie@hotel.example' };
const completedAt = '2026-03-01T09:00:00.000Z';

function anEnvelope(clientId: string, more: object = {}) {
  const body = JSON.stringify({
    clientId,
    surveyId: 1,
    hotelName: 'Harbour House',
    respondentName: 'Rosa',
    respondentJobTitle: 'Chef',
    completedAt,
    ...more,
  });
  return { clientId, body, digest: digestOf(body) };
}
const aFile = (content: unknown) =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], 'exported.json');

test('what a device exports is read as it was captured', async () => {
  const file = exportedFile([anEnvelope('offline_1_rosa')], owner, Date.parse(completedAt));
  expect(await readExportedFile(aFile(file))).toEqual({
    file,
    responses: [
      {
        key: '0 offline_1_rosa',
        respondentName: 'Rosa',
        hotelName: 'Harbour House',
        completedAt,
        isDamaged: false,
      },
    ],
  });
});

test('a damaged response is told from a whole one', async () => {
  const whole = anEnvelope('offline_1_rosa');
  const damaged = { ...anEnvelope('offline_2_rosa'), digest: whole.digest };
  const unreadable = anEnvelope('offline_3_rosa', { respondentName: '' });
  const read = await readExportedFile(aFile(exportedFile([damaged, whole, unreadable], owner, 0)));
  expect(typeof read === 'string' ? read : read.responses.map((one) => one.isDamaged)).toEqual([
    true,
    false,
    true,
  ]);
});

test.each([
  ['a picture, say', 'PNG', /not exported from Bellwether/],
  ['another JSON file', { responses: [] }, /not exported from Bellwether/],
  ['a later version', { format: exportFormat, version: 2 }, /another version/],
  ['none in it', exportedFile([], owner, 0), /no response in this file/],
  ['far too large', 'x'.repeat(4 * 1024 * 1024 + 1), /up to 4 MB/],
])('%s is refused in words', async (_what, content, words) => {
  expect(await readExportedFile(aFile(content))).toMatch(words);
});
