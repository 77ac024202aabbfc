import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import { foundHere, foundInRound, joinFindings, meanOf } from './findings-here.ts';

let db: OfflineDatabase;
let user = 1_800;
beforeEach(async () => {
  user += 1;
  db = new OfflineDatabase(user);
  const edition = { surveyId: 3, number: 1, title: 'Arrival', createdAt: '2026-03-01T00:00:00Z' };
  await db.editions.put({ key: asked, edition: { ...edition, questions } });
});
afterEach(() => db.delete());

const asked = '/api/surveys/3/editions/1';
const questionOf = (id: number, more: object = {}) =>
  ({
    ...{ id, text: `Question ${id}`, type: 'radio', required: true, order: id, weight: 1 },
    ...{ kpeCategory: 'The Right Fit', showIf: undefined },
    answers: [0, 5, 10].map((score, place) => ({
      ...{
        id: 10 * id + place,
        text: `Option ${score}`,
        score,
        isCorrect: false,
        order: place + 1,
      },
    })),
    ...more,
  }) as unknown as EditionQuestion;
const questions = [questionOf(1), questionOf(2), questionOf(3, { code: 'fo-3', critical: true })];

/** Returns an interview with the options chosen at the three questions, by their place. */
function interview(clientId: string, chosen: number[], more: object = {}) {
  const body = JSON.stringify({
    ...{ clientId, surveyId: 3, edition: 1, hotelId: 7, respondentName: `Of ${clientId}` },
    ...{ respondentJobTitle: 'Porter', completedAt: '2026-03-12T10:00:00.000Z' },
    responseAnswers: chosen.map((place, at) => ({
      ...{ questionId: at + 1, answerId: 10 * (at + 1) + place, textValue: null, score: 0 },
    })),
    ...more,
  });
  const about = { hotelName: 'Harbour House', surveyTitle: 'Arrival', respondentName: clientId };
  return { clientId, body, digest: '', about, asked, completedAt: 5_000 };
}

const unsent = { state: 'waiting', reason: null, attempts: 0, nextAttemptAt: 0 } as const;
const receipt = {
  ...{ responseId: 40, totalScore: 0, maxScore: 0, receivedAt: 1, confirmedAt: 1, epoch: 'one' },
};

test('findings are joined by key, the most severe first', async () => {
  await db.envelopes.add({ ...interview('first-01', [1, 2, 1]), ...unsent });
  await db.receipts.add({ ...interview('second-1', [0, 1, 2]), ...receipt });
  const found = await foundHere(db, 7, 0);
  expect(found.interviews.map(({ from, percent }) => [from, percent])).toEqual([
    ['device', 66.7],
    ['stored', 50],
  ]);
  expect(meanOf(found.interviews, 80)).toBe(58.3);
  expect(
    joinFindings(found.interviews).map(({ key, severity, said }) => [key, severity, said.length]),
  ).toEqual([
    ['code:FO-3', 'critical', 1],
    ['id:1', 'major', 2],
    ['id:2', 'minor', 1],
  ]);
  expect(found.responses).toEqual(new Set([40]));
});

test('other hotels, earlier rounds, other devices and corrected answers are left out', async () => {
  await db.envelopes.bulkAdd([
    { ...interview('others-1', [0, 0, 0], { hotelId: 71 }), ...unsent },
    { ...interview('before-1', [0, 0, 0]), ...unsent, completedAt: 4_999 },
    { ...interview('elsewhere', [0, 0, 0]), ...unsent, state: 'elsewhere' },
    {
      ...interview('correction', [2, 2, 2]),
      ...unsent,
      revises: { of: 'former-1', returnedAt: '' },
    },
  ]);
  await db.receipts.add({ ...interview('former-1', [0, 0, 0]), ...receipt });
  const { interviews } = await foundHere(db, 7, 5_000);
  expect(interviews.map(({ respondentName }) => respondentName)).toEqual(['Of correction']);
  expect(joinFindings(interviews)).toEqual([]);
});

test('an interview whose edition is missing is counted, but not scored', async () => {
  await db.envelopes.add({ ...interview('first-01', [0, 0, 0]), ...unsent });
  await db.editions.clear();
  expect(await foundHere(db, 7, 0)).toMatchObject({ interviews: [], unread: 1 });
});

test('a round read from the server adds only interviews of other devices', () => {
  const one = (responseId: number, counts = true) => ({
    ...{ responseId, counts, surveyId: 3, surveyTitle: 'Arrival', respondentName: 'Rosa' },
    ...{ respondentJobTitle: 'Porter', completedAt: '', percent: 50, verdict: 'Needs Review' },
    why: 'Needs Review: 50%, but question 1 (critical) failed',
    answers: [
      {
        ...{ questionId: 1, key: 'id:1', text: 'Question 1', answer: 'No', note: 'Dark' },
        ...points,
      },
      { ...{ questionId: 2, key: 'id:2', text: 'Question 2', answer: 'Yes', note: '' }, ...points },
    ].map((answer, at) => ({ ...answer, isFinding: at === 0, isCritical: false })),
  });
  const round = { interviews: [one(40), one(41), one(42, false)] };
  const found = foundInRound(round as never, { responses: new Set([40]) });
  expect(found).toMatchObject([{ why: one(41).why, from: 'server' }]);
  expect(joinFindings(found)).toMatchObject([
    { key: 'id:1', surveyId: 3, severity: 'major', said: [{ answer: 'No · Note: Dark' }] },
  ]);
});

const points = { score: 0, maximum: 10 };

test.each([
  {
    percents: [73, 63.3, 67, 60.6, 63],
    line: 80,
    mean: 65.4,
    why: 'rounded like the hotel’s page',
  },
  { percents: [80, 79.9], line: 80, mean: 79.9, why: 'never rounded up to the line' },
  { percents: [80, 79.9], line: 85, mean: 80, why: 'the line is the installation’s' },
  { percents: [null, 70], line: 80, mean: 70, why: 'what is not scored does not count' },
  { percents: [null], line: 80, mean: null, why: 'nothing is scored' },
])('the mean of interviews: $why', ({ percents, line, mean }) => {
  const interviews = percents.map((percent) => ({ percent }));
  expect(meanOf(interviews, line)).toBe(mean);
});
