import { expect, test } from 'vitest';

import { responseInputSchema } from '#domain/responses/response.ts';
import { mergeProgress } from '#domain/interviews/progress.ts';
import type { Draft } from '#web/offline/database.ts';
import { digestOf, freeze } from './envelope.ts';

const question = (id: number) => ({
  ...{ id, text: `Question ${id}`, type: 'text' as const, required: false, order: id },
  ...{ weight: 1, kpeCategory: null, answers: [] },
});
const startedAt = Date.parse('2026-05-04T09:00:00Z');
const draft: Draft = {
  clientId: 'offline_1_envelope',
  hotelId: 1,
  hotel: { hotelName: 'H', hotelBrand: 'B', hotelAddress: 'A', hotelCity: 'C' },
  edition: {
    ...{ surveyId: 1, number: 1, title: 'S', createdAt: '2026-05-04T08:00:00Z' },
    questions: [question(1), question(2), question(3)],
  },
  respondentName: 'R',
  respondentJobTitle: 'J',
  index: 0,
  progress: {},
  answeredAt: {},
  notes: '',
  startedAt,
  updatedAt: startedAt,
  revision: 1,
  copy: null,
  copyRefused: null,
};
const ending = { completedAt: startedAt + 600_000, isOnline: true };
const said = (textValue: string) => ({ answerId: null, score: 0, textValue });

function frozen(change: Partial<Draft>) {
  const { body, digest } = freeze({ ...draft, ...change }, ending);
  expect(digest).toBe(digestOf(body));
  return responseInputSchema.parse(JSON.parse(body));
}

test('tells when each question was answered, in seconds from the start', () => {
  const { timing } = frozen({
    progress: { 1: said('One'), 3: null },
    answeredAt: { 1: startedAt + 12_400, 3: startedAt + 61_000, 9: startedAt + 1_000 },
  });
  expect(timing).toEqual({ 1: 12, 3: 61 });
});

test('tells a clock that was set back, and cuts what took longer than is kept', () => {
  const day = 24 * 3_600_000;
  const { timing } = frozen({ answeredAt: { 1: startedAt - 5_000, 2: startedAt + 3 * day } });
  expect(timing).toEqual({ 1: -5, 2: 32_767 });
});

test('tells the times of both devices where two held the interview', () => {
  const here = { progress: { 1: said('Here') }, answeredAt: { 1: startedAt + 10_000 } };
  const there = {
    progress: { 1: said('There'), 2: said('Two') },
    answeredAt: { 1: startedAt + 30_000, 2: startedAt + 40_000 },
  };
  const { timing, responseAnswers } = frozen(mergeProgress(here, there));
  expect(timing).toEqual({ 1: 30, 2: 40 });
  expect(responseAnswers?.map(({ textValue }) => textValue)).toEqual(['There', 'Two']);
});

test('leaves the times out where nothing was answered', () => {
  expect(freeze(draft, ending).body).not.toContain('timing');
});
