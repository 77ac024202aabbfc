import { expect, test } from 'vitest';

import { formatDate } from '#web/lib/format.ts';
import { lastTimeWords, partWords } from './last-time.tsx';

const completedAt = '2026-03-12T10:00:00Z';
const said = { responseId: 1, completedAt, answer: 'No', note: '', finding: true, files: [] };
const file = { caption: '', hasThumbnail: true };
const photo = { ...file, fileId: 'a', kind: 'photo' } as const;
const day = formatDate(completedAt);

test('the line says when, what, and how many photos', () => {
  expect(lastTimeWords(said, 'onsite')).toBe(`Last time (onsite, ${day}): No`);
  const files = [photo, photo, { ...file, fileId: 'b', kind: 'signature' } as const];
  expect(lastTimeWords({ ...said, files, answer: null }, 'self')).toBe(
    `Last time (self-assessment, ${day}): Not answered · 2 photos · 1 other file`,
  );
});

test('the interview says how much of the survey it asks', () => {
  const before = { id: 1, kind: 'onsite', stage: 'Onsite Assessment' } as const;
  expect(partWords(2, before)).toBe(
    'Only the 2 questions that failed in the onsite round are asked again.',
  );
  expect(partWords(1, null)).toBe('Only the 1 question that failed is asked again.');
});
