import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel, anAssessedHotel, aQuestion, aSurveyOf, currentRound } from '#test/build.ts';
import { sendEvidence } from '#test/evidence.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

let server: TestApp;
/** Four choice questions: FO-1, FO-2, one without a code, and one that is asked only where it was poor. */
let survey: SurveyWithQuestions;
let hotel: { id: number };
let made = 0;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aCodedSurvey();
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await anAssessedHotel(server);
});

async function aCodedSurvey(): Promise<SurveyWithQuestions> {
  const { id, questions } = await aSurveyOf(server, [
    { text: 'Greeted at the door?', code: 'FO-1', allowNa: true },
    { text: 'Asked for the passport?', code: 'FO-2' },
    { text: 'Is there a bar?' },
  ]);
  const parent = questions[2]!;
  const is = parent.answers.slice(1).map((option) => option.id);
  await aQuestion(server, id, {
    ...{ text: 'Is the bar clean?', code: 'BAR-1', showIf: [{ questionId: parent.id, is }] },
  });
  return (await server.as('alice')('GET', `/api/surveys/${id}/with-questions`)).body;
}

type Choice = 0 | 1 | 2 | 'na';

/** Stores an interview with these choices at the first questions; null leaves one out. */
async function hold(
  choices: readonly (Choice | null)[],
  more: object = {},
  who: 'connie' | 'asa' = 'connie',
) {
  made += 1;
  return server.as(who)('POST', '/api/responses', {
    ...{ clientId: `offline_${made}_again`, surveyId: survey.id, edition: survey.edition },
    ...{ hotelId: hotel.id, respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    responseAnswers: choices.flatMap((choice, place): object[] => {
      const { id: questionId, answers } = survey.questions[place]!;
      if (choice === null) return [];
      return choice === 'na'
        ? [{ questionId, notApplicable: true }]
        : [{ questionId, answerId: answers[choice]?.id, note: `Choice ${choice}` }];
    }),
    ...more,
  });
}
async function roundOf(responseId: number): Promise<number | null> {
  const { roundId } = await server.db
    .selectFrom('responses')
    .select('roundId')
    .where('id', '=', responseId)
    .executeTakeFirstOrThrow();
  return roundId;
}
const ids = (...places: number[]) => places.map((place) => survey.questions[place]!.id);

async function comeTo(stage: Stage) {
  await server.db
    .updateTable('hotels')
    .set({ virtualSessionCompletionDate: '2026-01-02' })
    .where('id', '=', hotel.id)
    .execute();
  const { status } = await server.as('connie')('PATCH', `/api/hotels/${hotel.id}`, { stage });
  expect(status).toBe(200);
}

/** Approves the hotel's current round, as its reviewer would. */
async function approve(): Promise<number> {
  const id = await currentRound(server, hotel.id);
  await server.db
    .updateTable('rounds')
    .set({ status: 'approved', approvedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  return id;
}

const again = (round: number, clientId = `again_${(made += 1)}_x`) =>
  server.as('connie')('POST', `/api/rounds/${round}/reassessment`, { clientId });
const get = async (round: number, what: 'previous' | 'comparison') =>
  (await server.as('connie')('GET', `/api/rounds/${round}/${what}`)).body;

/** Returns the round that the page of this one names as its re-assessment. */
const repeating = async (round: number): Promise<number | null> =>
  (await server.as('connie')('GET', `/api/rounds/${round}`)).body.reassessmentId;

describe('making a re-assessment', () => {
  test('asks what is a finding now, in survey order, and is made once', async () => {
    await hold([0, 2, 1, 1]);
    await hold([2, 1, 2, 2]);
    const round = await approve();
    expect(await repeating(round)).toBeNull();
    const first = await again(round, 'again_sent_twice');
    expect(first).toMatchObject({
      status: 201,
      body: {
        ...{ parentId: round, kind: 'reassessment', status: 'planned', hotelId: hotel.id },
        questions: ['code:FO-1', 'code:FO-2', `id:${ids(2)[0]}`, 'code:BAR-1'],
      },
    });
    expect(await again(round, 'again_sent_twice')).toMatchObject({ status: 200, body: first.body });
    expect((await again(round)).status).toBe(409);
    expect(await repeating(round)).toBe(first.body.id);
    await comeTo('Virtual Re-Assessment');
    expect(await currentRound(server, hotel.id)).toBe(first.body.id);
  });

  test('uses the empty round that the stage has opened, and no other', async () => {
    await hold([0, 2, 2, 2]);
    const round = await approve();
    await comeTo('Virtual Re-Assessment');
    const opened = await currentRound(server, hotel.id);
    expect((await again(round)).body).toMatchObject({
      id: opened,
      status: 'open',
      parentId: round,
    });

    const other = await anAssessedHotel(server);
    hotel = other;
    await hold([0, 2, 2, 2]);
    const approved = await approve();
    await comeTo('Virtual Re-Assessment');
    const held = await currentRound(server, hotel.id);
    await hold([2, 2, 2, 2]);
    const { body } = await again(approved);
    expect(body.id).not.toBe(held);
    expect(body.status).toBe('open');
    expect(await currentRound(server, hotel.id)).toBe(body.id);
  });

  test('is refused in words where there is nothing to repeat', async () => {
    await hold([2, 2, 2, 2]);
    const open = await currentRound(server, hotel.id);
    expect(await again(open)).toMatchObject({
      status: 409,
      body: {
        detail: 'This round is not approved yet. A re-assessment repeats an approved round.',
      },
    });
    const round = await approve();
    expect(await again(round)).toMatchObject({
      status: 409,
      body: { detail: 'This round has no finding, so there is nothing to repeat.' },
    });
    expect(
      (
        await server.as('cole')('POST', `/api/rounds/${round}/reassessment`, {
          clientId: 'again_by_cole',
        })
      ).status,
    ).toBe(404);
    expect(
      (await server.as('connie')('POST', `/api/rounds/${round}/reassessment`, { clientId: '?' }))
        .status,
    ).toBe(400);
  });

  test('while its hotel is deleted, comes before it or finds no round', async () => {
    for (let n = 0; n < 6; n += 1) {
      hotel = await aHotel(server, { stage: 'Onsite Assessment' });
      await hold([0, 2, 2, 2], {}, 'asa');
      const round = await approve();
      const clientId = `again_${(made += 1)}_deleted`;
      const [make, remove] = await Promise.all([
        server.as('alice')('POST', `/api/rounds/${round}/reassessment`, { clientId }),
        server.as('alice')('DELETE', `/api/hotels/${hotel.id}`),
      ]);
      expect([201, 404]).toContain(make.status);
      expect(remove.status).toBeLessThan(300);
    }
  });

  test('of two rounds at once gives each its own, though the stage has opened one empty round', async () => {
    await hold([0, 2, 2, 2]);
    const onsite = await approve();
    await comeTo('Virtual Session');
    await hold([2, 0, 2, 2]);
    const session = await approve();
    await comeTo('Virtual Re-Assessment');
    const empty = await currentRound(server, hotel.id);
    const { calls } = await inTransaction(server.db, async (tx) => {
      await tx.selectFrom('rounds').select('id').where('id', '=', empty).forUpdate().execute();
      const both = [again(onsite), again(session)];
      await waitForLocks(server, 2);
      return { calls: both };
    });
    const made = await Promise.all(calls);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(await repeating(onsite)).toBe(made[0]!.body.id);
    expect(await repeating(session)).toBe(made[1]!.body.id);
    expect(made[0]!.body.id).not.toBe(made[1]!.body.id);
  });

  test('a client id that belongs to another round is refused', async () => {
    await hold([0, 2, 2, 2]);
    await again(await approve(), 'again_of_another');
    hotel = await anAssessedHotel(server);
    await hold([0, 2, 2, 2]);
    expect((await again(await approve(), 'again_of_another')).status).toBe(409);
  });
});

describe('opening a re-assessment by hand', () => {
  const open = (round: number) =>
    server.as('connie')('PATCH', `/api/rounds/${round}`, { status: 'open' });

  test('is refused in another stage, before and after its own, so that no interview goes to it', async () => {
    await hold([0, 2, 2, 0]);
    const { body } = await again(await approve());
    const { cycles } = (await server.as('connie')('GET', `/api/hotels/${hotel.id}/rounds`)).body;
    const rounds: { id: number; asksAgain: boolean }[] = cycles[0].rounds;
    expect(rounds.filter(({ asksAgain }) => asksAgain).map(({ id }) => id)).toEqual([body.id]);
    for (const stage of ['Onsite Assessment', 'Evaluation'] as const) {
      if (stage === 'Evaluation') await comeTo(stage);
      const current = await currentRound(server, hotel.id);
      const refused = await open(body.id);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        `This round asks again what failed, so it opens in Virtual Re-Assessment. The hotel is in ${stage}; move it first.`,
      ]);
      expect(await currentRound(server, hotel.id)).toBe(current);
      const { body: response } = await hold([2, 2, 2, 2]);
      expect(await roundOf(response.id)).toBe(current);
    }
  });

  test('is done at a hotel that is in its stage', async () => {
    await comeTo('Virtual Re-Assessment');
    await hold([2, 2, 2, 2]);
    await comeTo('Onsite Assessment');
    await hold([0, 2, 2, 0]);
    const { body } = await again(await approve());
    // The stage keeps the round that it has, because it has a response.
    await comeTo('Virtual Re-Assessment');
    expect(await currentRound(server, hotel.id)).not.toBe(body.id);
    expect((await open(body.id)).status).toBe(200);
    expect(await currentRound(server, hotel.id)).toBe(body.id);
  });
});

describe('an interview that asks a part', () => {
  let round: number;
  beforeEach(async () => {
    await hold([0, 2, 2, 0]);
    const parent = await approve();
    round = (await again(parent)).body.id;
    await comeTo('Virtual Re-Assessment');
  });

  test('is scored by it; what is asked for context counts nowhere, and details say so', async () => {
    const { status, body } = await hold([2, null, 1, 2], { roundId: round, asked: ids(0, 3) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      totalScore: 20,
      maxScore: 20,
      reviewReasons: [],
      asked: ids(0, 3),
      passed: true,
    });
    const { body: detail } = await server.as('connie')('GET', `/api/responses/${body.id}`);
    expect(detail.questions.map(({ notAsked, maximum }: never) => [notAsked, maximum])).toEqual([
      [undefined, 10],
      [true, null],
      [true, null],
      [undefined, 10],
    ]);
  });

  test('and hides what the context hides', async () => {
    const { body } = await hold([2, null, 0], { roundId: round, asked: ids(0, 3) });
    expect(body).toMatchObject({ totalScore: 10, maxScore: 10 });
  });

  test('is flagged where it asked something else than its round', async () => {
    const { body } = await hold([2], { roundId: round, asked: ids(0) });
    expect(body).toMatchObject({ totalScore: 10, maxScore: 10, reviewReasons: ['asked-differs'] });
  });

  test('cannot make a survey smaller: without such a round it is refused, or scored as a whole', async () => {
    const plain = await hold([2], { clientId: undefined, asked: ids(0) });
    expect(plain).toMatchObject({ status: 400, body: { errors: [{ path: 'asked' }] } });
    const { body } = await hold([2], { asked: ids(0) });
    expect(body).toMatchObject({ totalScore: 10, maxScore: 30, reviewReasons: ['asked-differs'] });
    expect(body.asked).toBeUndefined();
    const onsite = await currentRound(server, (await aHotel(server)).id);
    await server.db
      .updateTable('rounds')
      .set({ questions: ['code:FO-1'] })
      .where('id', '=', onsite)
      .execute();
    const foreign = await hold([2], { roundId: onsite, asked: ids(0) });
    expect(foreign.body.reviewReasons).toEqual(['asked-differs']);
  });

  test('stays what it is when it is corrected', async () => {
    const { body } = await hold([2, null, 1, 2], { roundId: round, asked: ids(0, 3) });
    const [questionId] = ids(0);
    const answerId = survey.questions[0]!.answers[1]!.id;
    const corrected = await server.as('connie')('POST', `/api/responses/${body.id}/corrections`, {
      responseAnswers: [{ questionId, answerId }],
    });
    expect(corrected.body).toMatchObject({ totalScore: 15, maxScore: 20 });
  });
});

describe('what a device and a screen read', () => {
  test('the last answers with notes and files, findings first; none in a blind round', async () => {
    const { body: poor } = await hold([0, 2, 2, 2]);
    await hold([2, 2, 2, 2]);
    const file = await sendEvidence(server, 'connie', {
      interview: poor.clientId,
      question: ids(0)[0]!,
    });
    const parent = await approve();
    const { body } = await again(parent);
    const previous = await get(body.id, 'previous');
    expect(previous).toMatchObject({
      ...{ roundId: body.id, hotelId: hotel.id, questions: ['code:FO-1'] },
      before: { id: parent, kind: 'onsite' },
      answers: [
        {
          key: 'code:FO-1',
          said: [
            {
              answer: 'Poor',
              note: 'Choice 0',
              finding: true,
              files: [{ fileId: file.body.fileId, kind: 'photo', caption: '', hasThumbnail: true }],
            },
            { answer: 'Excellent', finding: false, files: [] },
          ],
        },
      ],
    });
    await server.db.updateTable('rounds').set({ blind: true }).where('id', '=', body.id).execute();
    expect(await get(body.id, 'previous')).toMatchObject({ questions: ['code:FO-1'], answers: [] });
    expect(await get(parent, 'previous')).toMatchObject({
      questions: null,
      before: null,
      answers: [],
    });
  });

  test('three figures, the change of each question, and findings of the last cycle again', async () => {
    await hold([0, 2, 2, 2]);
    await comeTo('Disposition');
    await comeTo('Initiated');
    await comeTo('Onsite Assessment');
    await hold([0, 1, 2, 2]);
    const parent = await approve();
    const { body } = await again(parent);
    await comeTo('Virtual Re-Assessment');
    expect(await get(body.id, 'comparison')).toMatchObject({
      was: 62.5,
      carried: 62.5,
      again: { asked: 0, open: 2 },
    });
    await hold([2, 1], { roundId: body.id, asked: ids(0, 1) });
    expect(await get(body.id, 'comparison')).toMatchObject({
      ...{ was: 62.5, carried: 87.5, before: { id: parent } },
      again: { asked: 2, passed: 1, notApplicable: 0, open: 0 },
      questions: [
        {
          key: 'code:FO-1',
          name: 'FO-1',
          change: 10,
          outcome: 'passed',
          repeat: true,
          was: { answer: 'Poor' },
        },
        {
          key: 'code:FO-2',
          change: 0,
          outcome: 'finding',
          repeat: false,
          again: { answer: 'Good' },
        },
      ],
    });
    expect((await server.as('connie')('GET', `/api/rounds/${parent}/comparison`)).status).toBe(404);
  });

  test('an answer in words comes from an interview that asked the question', async () => {
    await hold([2, 2, 1, 0]);
    const asked = ids(2, 3);
    // A later interview: there is no bar, so an answer that came along with it was hidden.
    await hold([2, 2, 0, 1]);
    const round = await approve();
    const { body } = await again(round);
    await comeTo('Virtual Re-Assessment');
    const answersAgain = async () => {
      const { questions } = await get(body.id, 'comparison');
      const of = questions.find(({ key }: { key: string }) => key === 'code:BAR-1');
      return [of.was, of.again];
    };
    await hold([null, null, 2, 2], { roundId: body.id, asked });
    await hold([null, null, 0], { roundId: body.id, asked });
    const [was, now] = [
      { score: 0, maximum: 10 },
      { score: 10, maximum: 10 },
    ];
    expect(await answersAgain()).toEqual([
      { ...was, answer: 'Poor' },
      { ...now, answer: 'Excellent' },
    ]);
    const { answers } = await get(body.id, 'previous');
    const said = answers.find(({ key }: { key: string }) => key === 'code:BAR-1')?.said;
    expect(said.map(({ answer }: { answer: string }) => answer)).toEqual(['Poor']);
  });

  test('nobody outside the scope reads either', async () => {
    const round = await currentRound(server, hotel.id);
    for (const what of ['previous', 'comparison'])
      expect((await server.as('cole')('GET', `/api/rounds/${round}/${what}`)).status).toBe(404);
  });
});
