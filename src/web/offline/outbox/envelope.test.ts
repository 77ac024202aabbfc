import { expect, test } from 'vitest';

import { responseInputSchema } from '#domain/responses/response.ts';
import { mergeProgress } from '#domain/interviews/progress.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Draft } from '#web/offline/store/records.ts';
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

test('has when each question was answered, in seconds from the start', () => {
  const { timing } = frozen({
    progress: { 1: said('One'), 3: null },
    answeredAt: { 1: startedAt + 12_400, 3: startedAt + 61_000, 9: startedAt + 1_000 },
  });
  expect(timing).toEqual({ 1: 12, 3: 61 });
});

test('marks a clock that was set back, and limits times that are too long', () => {
  const day = 24 * 3_600_000;
  const { timing } = frozen({ answeredAt: { 1: startedAt - 5_000, 2: startedAt + 3 * day } });
  expect(timing).toEqual({ 1: -5, 2: 32_767 });
});

test('has the times of both devices when two held the interview', () => {
  const here = { progress: { 1: said('Here') }, answeredAt: { 1: startedAt + 10_000 } };
  const there = {
    progress: { 1: said('There'), 2: said('Two') },
    answeredAt: { 1: startedAt + 30_000, 2: startedAt + 40_000 },
  };
  const { timing, responseAnswers } = frozen(mergeProgress(here, there));
  expect(timing).toEqual({ 1: 30, 2: 40 });
  expect(responseAnswers?.map(({ textValue }) => textValue)).toEqual(['There', 'Two']);
});

test('has no times when nothing was answered', () => {
  expect(freeze(draft, ending).body).not.toContain('timing');
});

const option = (id: number, score: number) => ({
  ...{ id, text: `${score}`, score, isCorrect: false, order: id % 10 },
});
const chosen = (answerId: number, score: number) => ({ answerId, score, textValue: null });
const choice = (id: number, more: Partial<EditionQuestion> = {}): EditionQuestion => ({
  ...question(id),
  ...{ type: 'radio', required: true, answers: [option(10 * id, 10), option(10 * id + 1, 0)] },
  ...more,
});
const asking = (questions: EditionQuestion[]) => ({ ...draft.edition, questions });

test('an interview without rules has the same bytes as in the last release', () => {
  const edition = asking([choice(1), choice(2), question(3), choice(4)]);
  const progress = { 1: chosen(10, 10), 2: chosen(21, 0), 3: said('Fine'), 4: null };
  const times = [5, 9, 20, 30].map((second, at) => [at + 1, startedAt + 1_000 * second]);
  const answeredAt = Object.fromEntries(times) as Record<string, number>;
  const held = {
    ...draft,
    clientId: 'offline_1_frozen',
    edition,
    progress,
    answeredAt,
    notes: 'N',
  };
  const { body } = freeze(held, { ...ending, isOnline: false });
  expect(body).toBe(
    '{"clientId":"offline_1_frozen","surveyId":1,"edition":1,"hotelId":1,"hotelName":"H","hotelBrand":"B","hotelAddress":"A","respondentName":"R","respondentJobTitle":"J","totalScore":10,"maxScore":30,"notes":"N","syncStatus":"pending","responseAnswers":[{"questionId":1,"answerId":10,"textValue":null,"score":10},{"questionId":2,"answerId":21,"textValue":null,"score":0},{"questionId":3,"answerId":null,"textValue":"Fine","score":0}],"sessionId":null,"startedAt":"2026-05-04T09:00:00.000Z","completedAt":"2026-05-04T09:10:00.000Z","timing":{"1":5,"2":9,"3":20,"4":30},"clock":{"skew":null,"learnedAt":null,"changed":false}}',
  );
});

test('it has not applicable marks and notes, also without an answer', () => {
  const { responseAnswers, totalScore, maxScore } = frozen({
    edition: asking([choice(1), choice(2, { allowNa: true }), choice(3)]),
    progress: { 1: chosen(10, 10), 2: { ...chosen(0, 0), answerId: null, na: true } },
    remarks: { 1: 'By the lift', 2: 'Being rebuilt', 3: 'Nobody there' },
  });
  expect([totalScore, maxScore]).toEqual([10, 20]);
  const none = { answerId: null, textValue: null, score: 0 };
  expect(responseAnswers).toEqual([
    { questionId: 1, answerId: 10, textValue: null, score: 10, note: 'By the lift' },
    { questionId: 2, ...none, notApplicable: true, note: 'Being rebuilt' },
    { questionId: 3, ...none, note: 'Nobody there' },
  ]);
});

test('it contains nothing about a hidden question', () => {
  const hidden = choice(2, { showIf: [{ questionId: 1, is: [10] }] });
  const { responseAnswers, maxScore, timing } = frozen({
    edition: asking([choice(1), hidden]),
    progress: { 1: chosen(11, 0), 2: chosen(20, 10) },
    answeredAt: { 1: startedAt + 2_000, 2: startedAt + 1_000 },
    remarks: { 2: 'Said before' },
  });
  expect(responseAnswers?.map(({ questionId }) => questionId)).toEqual([1]);
  expect([maxScore, timing]).toEqual([10, { 1: 2 }]);
});
