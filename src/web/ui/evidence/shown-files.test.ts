import { expect, test } from 'vitest';

import type { Evidence, EvidenceOfInterview } from '#domain/evidence/evidence.ts';
import type { StoredFile } from '#web/offline/store/records.ts';
import { evidenceInWords } from './evidence-words.ts';
import { filesElsewhere, shownFiles } from './shown-files.ts';

const held = (fileId: string): Evidence => ({
  ...{ fileId, interview: 'interview', questionId: 7, kind: 'photo', name: `${fileId}.jpg` },
  ...{ mediaType: 'image/jpeg', size: 1_000, width: 4, height: 3, hasThumbnail: true },
  ...{ caption: 'A door', takenAt: null, takenBy: 'Ana', takenById: 1 },
  uploadedAt: '2026-03-12T10:00:00.000Z',
});
const named = (fileId: string) => ({ fileId, questionId: 7, kind: 'photo' as const });
const own = (clientId: string, state: StoredFile['state'] = 'waiting'): StoredFile => ({
  ...{ clientId, interviewId: 'interview', questionId: 7, kind: 'photo', name: 'own.jpg' },
  ...{ mediaType: 'image/jpeg', size: 1_000, digest: '', width: 4, height: 3, caption: '' },
  ...{ takenAt: 0, state, reason: null, attempts: 0, nextAttemptAt: 0, tried: true },
});
const reading = (more: Partial<EvidenceOfInterview>): EvidenceOfInterview => ({
  ...{ held: [], missing: [], waitsOn: [] },
  ...more,
});
const none = { reading: undefined, named: [], own: [], isOnline: true };
const places = (given: Partial<Parameters<typeof shownFiles>[0]>) =>
  shownFiles({ ...none, ...given }).map(({ fileId, place }) => [fileId, place]);

test('the server’s files come from the server, and without a connection from this device', () => {
  const given = { reading: reading({ held: [held('a'), held('b')] }), own: [own('a', 'stored')] };
  expect(places(given)).toEqual([
    ['a', 'server'],
    ['b', 'server'],
  ]);
  expect(places({ ...given, isOnline: false })).toEqual([
    ['a', 'device'],
    ['b', 'beyond'],
  ]);
});

test('until the list is read, the response says what there should be', () => {
  const given = { named: [named('a'), named('b')], own: [own('a')] };
  expect(places(given)).toEqual([
    ['a', 'device'],
    ['b', 'unknown'],
  ]);
  expect(places({ ...given, isOnline: false })[1]).toEqual(['b', 'beyond']);
});

test('what has not arrived is on this device, or somewhere else', () => {
  const missing = [named('a'), named('b')];
  const given = { reading: reading({ missing }), named: missing, own: [own('a'), own('c')] };
  expect(places(given)).toEqual([
    ['a', 'device'],
    ['b', 'awaited'],
    ['c', 'device'],
  ]);
});

test('what was deleted on the server is not shown, though it was named or is kept here', () => {
  const given = { reading: reading({}), named: [named('a')], own: [own('a', 'stored')] };
  expect(places(given)).toEqual([]);
});

test('files of questions that are not shown are told apart', () => {
  const files = shownFiles({ ...none, reading: reading({ held: [held('a')] }) });
  expect(filesElsewhere(files, [{ id: 7 }])).toEqual([]);
  expect(filesElsewhere(files, [{ id: 8 }])).toEqual(files);
});

test('says how much the server holds, and where the rest is', () => {
  const four = reading({ held: [held('a'), held('b'), held('c'), held('d')] });
  const all = shownFiles({ ...none, reading: four });
  expect(evidenceInWords(all, [])).toBe('4 photos');
  const missing = [named('e'), named('f')];
  const some = { ...none, reading: { ...four, missing } };
  expect(evidenceInWords(shownFiles(some), ['Ana’s iPad'])).toBe(
    '4 of 6 photos held, 2 on Ana’s iPad',
  );
  expect(evidenceInWords(shownFiles(some), [])).toBe('4 of 6 photos held, 2 not arrived yet');
  expect(evidenceInWords(shownFiles({ ...some, own: [own('e')] }), ['Ana’s iPad'])).toBe(
    '4 of 6 photos held, 1 on this device, 1 on Ana’s iPad',
  );
  const signed = shownFiles({ ...some, own: [{ ...own('g', 'stored'), kind: 'signature' }] });
  expect(evidenceInWords(signed, [])).toBe('4 of 6 photos held, 2 not arrived yet');
  const offline = { ...some, isOnline: false, own: [{ ...own('g'), kind: 'signature' as const }] };
  expect(evidenceInWords(shownFiles(offline), ['Ana’s iPad'])).toBe(
    '4 of 7 files held, 1 on this device, 2 on Ana’s iPad',
  );
  expect(evidenceInWords([], [])).toBe('');
});
