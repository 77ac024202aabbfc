import { expect, test } from 'vitest';

import type { EvidenceKind } from '#domain/evidence/evidence.ts';
import { roomFor, tooManyWords } from './room-for.ts';

const place = { interviewId: 'offline_1_abc', questionId: 1 };
const files = (count: number, kind: EvidenceKind, questionId: number) =>
  Array.from({ length: count }, () => ({ kind, questionId }));

test.each([
  ['photo', [], 8, 'a question can have 8 photos'],
  ['photo', files(6, 'photo', 1), 2, 'a question can have 8 photos'],
  ['photo', files(9, 'photo', 1), 0, 'a question can have 8 photos'],
  ['photo', files(100, 'photo', 2), 8, 'a question can have 8 photos'],
  ['photo', files(197, 'photo', 2), 3, 'an interview can have 200 photos'],
  ['document', files(8, 'document', 2), 2, 'an interview can have 10 documents'],
  ['document', files(200, 'photo', 1), 10, 'an interview can have 10 documents'],
  ['signature', files(3, 'signature', 2), 0, 'an interview can have 2 signatures'],
] as const)('the room for a %s', (kind, kept, left, limit) => {
  expect(roomFor(kind, kept, place)).toEqual({ left, limit });
});

test('what does not fit is said with the limit', () => {
  const limit = 'a question can have 8 photos';
  expect(tooManyWords('photo', { chosen: 12, added: 8, limit })).toBe(
    '8 of the 12 photos were added: a question can have 8 photos.',
  );
  expect(tooManyWords('photo', { chosen: 2, added: 1, limit })).toBe(
    '1 of the 2 photos was added: a question can have 8 photos.',
  );
  expect(tooManyWords('photo', { chosen: 1, added: 0, limit })).toBe(
    'No photo was added: a question can have 8 photos.',
  );
});
