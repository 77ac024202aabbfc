import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { randomResponses } from '#test/random-responses.ts';
import { scoreResponse } from '#domain/scoring/score-response.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import { lockEvidenceOf } from '#server/db/responses/evidence-of-response.ts';
import { isPassed } from '#server/db/responses/score-columns.ts';
import { aHotel, anAssessedHotel, aSurvey } from '#test/build.ts';
import { sendEvidence } from '#test/evidence.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const alice: ReturnType<TestApp['as']> = (...call) => server.as('alice')(...call);
const read = async (path: string) => (await alice('GET', path)).body;
let sent = 0;

/**
 * Makes a survey of two scored questions and one in words, with these rules. The second question
 * also has the fields given for it.
 */
async function withRules(rules: SurveyRules, second: object = {}): Promise<SurveyWithQuestions> {
  const survey = await aSurvey(server);
  await alice('PUT', `/api/surveys/${survey.id}`, { rules });
  await alice('PUT', `/api/questions/${survey.questions[1]!.id}`, second);
  return read(`/api/surveys/${survey.id}/with-questions`);
}

type Given = { option?: number; notApplicable?: boolean; note?: string };

/** Sends a response with these answers to the scored questions, in their order. */
async function respond(
  { id, edition, questions }: SurveyWithQuestions,
  given: readonly (Given | null)[],
  more: object = {},
) {
  sent += 1;
  return alice('POST', '/api/responses', {
    ...{ clientId: `offline_${sent}_by_rules`, surveyId: id, edition },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
    responseAnswers: given.flatMap((one, place) => {
      if (!one) return [];
      const { option, ...further } = one;
      const question = questions[place]!;
      const answerId = option === undefined ? null : question.answers[option]!.id;
      return [{ questionId: question.id, answerId, ...further }];
    }),
    ...more,
  });
}

const [best, worst] = [{ option: 2 }, { option: 0 }];

describe('a response is judged by the rules of its edition', () => {
  test('a critical finding gives it Needs Review whatever its score, and every call returns that verdict', async () => {
    const survey = await withRules({ passLine: 50 }, { critical: true });
    const hotel = await aHotel(server);
    const { status, body } = await respond(survey, [best, worst], { hotelId: hotel.id });
    const failed = { totalScore: 10, maxScore: 20, passed: false };
    expect([status, body]).toMatchObject([201, failed]);
    expect(await read(`/api/responses/${body.id}`)).toMatchObject({
      ...failed,
      ...{ percent: 50, verdict: 'Needs Review', causes: ['critical'] },
    });
    const filter = `surveyId=${survey.id}`;
    expect((await read(`/api/results/responses?${filter}`)).rows).toMatchObject([
      { percent: 50, verdict: 'Needs Review' },
    ]);
    expect(await read(`/api/results/summary?${filter}`)).toMatchObject({
      ...{ passed: 0, needsReview: 1, notScored: 0 },
      trend: [{ passed: 0, scored: 1 }],
    });
    expect(await read(`/api/results/distribution?${filter}`)).toMatchObject({ passed: 0 });
    const { hotels } = await read('/api/workflow/board');
    expect(hotels.find(({ id }: { id: number }) => id === hotel.id).latest).toMatchObject(failed);
    expect(await read(`/api/responses?${filter}`)).toMatchObject([failed]);
    // The portfolio's line decides about the mean of several responses.
    const report = await read(`/api/hotels/${hotel.id}/report`);
    expect(report.own).toMatchObject({ percent: 50, verdict: 'Needs Review' });
  });

  test('a score at the pass line of its survey gives it Pass', async () => {
    const survey = await withRules({ passLine: 50 });
    const { body } = await respond(survey, [best, worst]);
    expect(await read(`/api/responses/${body.id}`)).toMatchObject({
      ...{ passed: true, verdict: 'Pass', causes: [] },
    });
    expect(await read(`/api/results/summary?surveyId=${survey.id}`)).toMatchObject({
      ...{ passed: 1, needsReview: 0 },
    });
  });

  test('it is judged by the edition that was asked, not by the newest one', async () => {
    const survey = await withRules({ passLine: 50 });
    await alice('PUT', `/api/surveys/${survey.id}`, { rules: { passLine: 60 } });
    const { body } = await respond(survey, [best, worst]);
    expect(body).toMatchObject({ passed: true, reviewReasons: ['survey-changed'] });
    const now = await read(`/api/surveys/${survey.id}/with-questions`);
    expect((await respond(now, [best, worst])).body).toMatchObject({ passed: false });
  });

  test('a correction is judged by the same rules, and the revision keeps the former verdict', async () => {
    const survey = await withRules({ passLine: 50 }, { critical: true });
    const { id } = (await respond(survey, [best, worst])).body;
    const second = survey.questions[1]!;
    const responseAnswers = [{ questionId: second.id, answerId: second.answers[2]!.id }];
    const { body } = await alice('POST', `/api/responses/${id}/corrections`, {
      ...{ reason: 'A slip', responseAnswers },
    });
    expect(body).toMatchObject({ totalScore: 20, verdict: 'Pass', causes: [] });
    const former = await server.db
      .selectFrom('responseRevisions')
      .select(['passed', 'causes'])
      .where('responseId', '=', id)
      .execute();
    expect(former).toEqual([{ passed: false, causes: ['critical'] }]);
  });
});

describe('answers that are not applicable', () => {
  test('are left out of points and maximum, and many of them flag the response', async () => {
    const survey = await withRules({}, { allowNa: true });
    const { body } = await respond(survey, [best, { notApplicable: true }]);
    expect(body).toMatchObject({
      ...{ totalScore: 10, maxScore: 10, passed: true, reviewReasons: ['many-not-applicable'] },
      counts: true,
    });
    const detail = await read(`/api/responses/${body.id}`);
    expect(detail.questions[1]).toMatchObject({ notApplicable: true, maximum: null });
    const { rows } = await sql`select na from responses where id = ${body.id}`.execute(server.db);
    expect(rows).toEqual([{ na: [1] }]);
    const answered = [{ questionId: survey.questions[1]!.id, answerId: null }];
    const corrected = await alice('POST', `/api/responses/${body.id}/corrections`, {
      ...{ reason: 'It does', responseAnswers: answered },
    });
    expect(corrected.body).toMatchObject({ maxScore: 20, reviewReasons: ['incomplete'] });
  });

  test('where the question does not allow it, a device’s answer counts as unanswered and a plain call is refused', async () => {
    const survey = await withRules({});
    const given = [best, { notApplicable: true, note: 'There is none' }];
    const { body } = await respond(survey, given);
    expect(body).toMatchObject({
      ...{ totalScore: 10, maxScore: 20, passed: false, reviewReasons: ['na-not-allowed'] },
      responseAnswers: [{}, { notApplicable: true, note: 'There is none', score: 0 }],
    });
    const plain = await respond(survey, given, { clientId: undefined });
    expect([plain.status, plain.body.errors]).toEqual([
      400,
      [
        {
          path: 'responseAnswers.1.notApplicable',
          message: 'This question cannot be marked not applicable',
        },
      ],
    ]);
    const { questionId } = body.responseAnswers[1];
    const correction = await alice('POST', `/api/responses/${body.id}/corrections`, {
      ...{ reason: 'No', responseAnswers: [{ questionId, notApplicable: true, note: 'Other' }] },
    });
    expect(correction.body.errors[0].path).toBe('responseAnswers.0.notApplicable');
  });

  test('need a note in a correction when the question is critical', async () => {
    const survey = await withRules({}, { critical: true, allowNa: true });
    const { body } = await respond(survey, [best, best]);
    const [first, second] = survey.questions;
    const mark = { questionId: second!.id, notApplicable: true };
    const correct = async (...responseAnswers: object[]) =>
      alice('POST', `/api/responses/${body.id}/corrections`, { reason: 'No', responseAnswers });
    const other = { questionId: first!.id, answerId: first!.answers[0]!.id };
    for (const note of [undefined, '', '  ']) {
      const refused = await correct(other, { ...mark, note });
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [
          {
            path: 'responseAnswers.1.note',
            message: 'Please give a reason why this critical question is not applicable',
          },
        ],
      ]);
    }
    const alone = await alice('POST', '/api/response-answers', {
      ...{ responseId: body.id, reason: 'No', ...mark },
    });
    expect(alone.body.errors).toMatchObject([{ path: 'note' }]);
    const unchanged = await read(`/api/responses/${body.id}`);
    expect(unchanged).toMatchObject({ totalScore: 20, maxScore: 20 });

    const marked = await correct({ ...mark, note: 'Closed for works' });
    expect(marked.body).toMatchObject({ totalScore: 10, maxScore: 10 });
    // A question that is already marked and has its reason needs no new reason.
    expect((await correct(other, mark)).body).toMatchObject({ totalScore: 0, maxScore: 10 });
  });
});

test.each([
  ['two releases ago', {}],
  [
    'of the last release',
    { clock: { skew: 0, learnedAt: '2026-05-04T08:59:00.000Z', changed: false }, timing: {} },
  ],
])('what a device %s sends is accepted, and judged by the rules', async (_, more) => {
  const survey = await withRules({ passLine: 100 }, { critical: true, allowNa: true });
  const times = { startedAt: '2026-05-04T09:00:00.000Z', completedAt: '2026-05-04T09:20:00.000Z' };
  const { status, body } = await respond(survey, [best, best], {
    ...{ ...times, ...more, totalScore: 20, maxScore: 20, notes: '', sessionId: null },
  });
  expect([status, body]).toMatchObject([201, { passed: true, reviewReasons: [] }]);
});

test('an answer to a hidden question is stored and does not count', async () => {
  const survey = await withRules({});
  const [parent, child] = survey.questions;
  const showIf = [{ questionId: parent!.id, is: [parent!.answers[0]!.id] }];
  await alice('PUT', `/api/questions/${child!.id}`, { showIf });
  const now = await read(`/api/surveys/${survey.id}/with-questions`);
  const { body } = await respond(now, [best, worst]);
  expect(body).toMatchObject({ totalScore: 10, maxScore: 10, passed: true, reviewReasons: [] });
  const { rows } = await sql<{ answers: { maximum: number | null }[]; lost: unknown }>`
    select answers, lost from responses where id = ${body.id}`.execute(server.db);
  expect(rows[0]!.answers.map(({ maximum }) => maximum)).toEqual([10, null]);
  expect(rows[0]!.lost).toEqual([0, null, null]);
});

test('the database computes the same verdicts of random responses as the domain code', async () => {
  const hotel = await aHotel(server);
  const before = await read('/api/results/summary');
  const expected = { passed: 0, needsReview: 0, notScored: 0 };
  for (const { questions, answers, rules } of randomResponses(80, { seed: 3, rules: true })) {
    const { id } = await server.db
      .insertInto('surveys')
      .values({ title: 'Any', category: 'other', status: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('surveyEditions')
      .values({
        ...{ surveyId: id, number: 1, title: 'Any', questionCount: questions.length },
        ...{ questions: JSON.stringify(questions), rules: JSON.stringify(rules) },
      })
      .execute();
    const score = scoreResponse(questions, answers, { rules });
    sent += 1;
    const { status, body } = await alice('POST', '/api/responses', {
      ...{ clientId: `offline_${sent}_at_random`, surveyId: id, edition: 1, hotelId: hotel.id },
      ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
      ...{ responseAnswers: answers, totalScore: score.totalScore, maxScore: score.maxScore },
    });
    expect(status).toBe(201);
    const { rows } = await sql`
      select ${isPassed} as passed, causes, na, lost from responses response
      where id = ${body.id}`.execute(server.db);
    const { passed, causes, na, lost } = score;
    expect(rows).toEqual([{ passed, causes, na, lost }]);
    expect(body.reviewReasons).not.toContain('figures-differ');
    expected[passed === null ? 'notScored' : passed ? 'passed' : 'needsReview'] += 1;
  }
  const after = await read('/api/results/summary');
  for (const [figure, count] of Object.entries(expected))
    expect([figure, after[figure] - before[figure]]).toEqual([figure, count]);
  expect(Math.min(...Object.values(expected))).toBeGreaterThan(3);
});

describe('evidence that a question requires', () => {
  const file = (survey: SurveyWithQuestions) => ({
    files: [
      {
        ...{ fileId: `file_of_${survey.id}`, questionId: survey.questions[1]!.id, kind: 'photo' },
        ...{ digest: 'a'.repeat(64), size: 9 },
      },
    ],
  });
  const reasons = async (...sent: Parameters<typeof respond>) => {
    const { status, body } = await respond(...sent);
    expect([status, body.counts]).toEqual([201, true]);
    return body.reviewReasons;
  };

  test.each<[string, (Given | null)[], boolean]>([
    ['on-finding', [best, worst], true],
    ['on-finding', [worst, best], false],
    ['on-finding', [best, null], false],
    ['always', [worst, best], true],
    ['always', [best, null], false],
    ['optional', [best, worst], false],
    ['none', [best, worst], false],
  ])('%s: after %j its lack is told: %s', async (evidence, given, isTold) => {
    const survey = await withRules({}, { evidence });
    expect(await reasons(survey, given)).toEqual(isTold ? ['evidence-missing'] : []);
    expect(await reasons(survey, given, file(survey))).toEqual([]);
  });

  test('the reason why it is missing is stored and returned', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const evidenceReason = 'No photos in the spa';
    const { body } = await respond(survey, [best, best], { evidenceReason });
    expect(body).toMatchObject({ reviewReasons: ['evidence-missing'], evidenceReason });
    expect(await read(`/api/responses/${body.id}`)).toMatchObject({ evidenceReason });
    const long = await respond(survey, [best], { evidenceReason: 'a'.repeat(501) });
    expect(long.status).toBe(400);
  });

  const correct = async (
    id: number,
    survey: SurveyWithQuestions,
    [place, option]: [number, number],
  ) => {
    const { id: questionId, answers } = survey.questions[place]!;
    const given = { questionId, answerId: answers[option]!.id };
    sent += 1;
    const clientId = `offline_${sent}_corrected`;
    const body = { clientId, reason: 'It was the other desk', responseAnswers: [given] };
    const { status } = await alice('POST', `/api/responses/${id}/corrections`, body);
    expect(status).toBe(200);
    return (await read(`/api/responses/${id}`)).reviewReasons;
  };

  test('a correction flags missing evidence by the corrected answers', async () => {
    const survey = await withRules({}, { evidence: 'on-finding' });
    const { body: lacking } = await respond(survey, [best, worst]);
    expect(await correct(lacking.id, survey, [1, 2])).toEqual([]);
    expect(await correct(lacking.id, survey, [1, 0])).toEqual(['evidence-missing']);
    expect(await correct(lacking.id, survey, [0, 0])).toEqual(['evidence-missing']);
    const { body: shown } = await respond(survey, [best, best], file(survey));
    expect(await correct(shown.id, survey, [1, 0])).toEqual([]);
  });

  test('a file on the server counts as evidence, even when the response does not name it', async () => {
    const survey = await withRules({}, { evidence: 'on-finding' });
    const { body } = await respond(survey, [best, best]);
    const photo = { interview: body.clientId, question: survey.questions[1]!.id };
    expect((await sendEvidence(server, 'alice', photo)).status).toBe(201);
    expect(await correct(body.id, survey, [1, 0])).toEqual([]);
    expect(await correct(body.id, survey, [0, 0])).toEqual([]);
  });

  test('a file that arrives after its response removes the flag for missing evidence', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const { body } = await respond(survey, [best, best]);
    const sendFor = async (place: number) => {
      const photo = { interview: body.clientId, question: survey.questions[place]!.id };
      expect((await sendEvidence(server, 'alice', photo)).status).toBe(201);
      return (await read(`/api/responses/${body.id}`)).reviewReasons;
    };
    expect(await sendFor(0)).toEqual(['evidence-missing']);
    expect(await sendFor(1)).toEqual([]);
  });

  test('deleting a required file sets the flag again at once, and undoes the review', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const { files } = file(survey);
    const { body } = await respond(survey, [best, best], { files });
    const send = async (fileId: string, place: number) => {
      const photo = { fileId, interview: body.clientId, question: survey.questions[place]!.id };
      expect((await sendEvidence(server, 'alice', photo)).status).toBe(201);
    };
    const removed = async (fileId: string) => {
      expect((await alice('DELETE', `/api/evidence/${fileId}`)).status).toBe(200);
      return (await read(`/api/responses/${body.id}`)).reviewReasons;
    };
    const [named, second, other] = [files[0]!.fileId, `second_${survey.id}`, `other_${survey.id}`];
    await send(named, 1);
    await send(second, 1);
    await send(other, 0);
    expect(await removed(second)).toEqual([]);
    expect(await removed(other)).toEqual([]);
    expect(await removed(named)).toEqual(['evidence-missing']);
    expect(await correct(body.id, survey, [1, 0])).toEqual(['evidence-missing']);

    const decision = { decision: 'accept' };
    expect((await alice('PUT', `/api/responses/${body.id}/review`, decision)).status).toBe(200);
    const third = `third_${survey.id}`;
    await send(third, 1);
    expect(await read(`/api/responses/${body.id}`)).toMatchObject({
      ...{ reviewReasons: [], reviewedAt: expect.any(String) },
    });
    expect(await removed(third)).toEqual(['evidence-missing']);
    expect((await read(`/api/responses/${body.id}`)).reviewedAt).toBe(null);
  });

  test('a file and its deletion lock the response before its round, as the deletion of a hotel does', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const { id: hotelId } = await anAssessedHotel(server);
    const { body } = await respond(survey, [best, best], { hotelId });
    const fileId = `locked_${survey.id}`;
    const photo = { fileId, interview: body.clientId, question: survey.questions[1]!.id };
    const { roundId } = await server.db
      .selectFrom('responses')
      .select('roundId')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    const calls = [
      () => sendEvidence(server, 'alice', photo),
      () => alice('DELETE', `/api/evidence/${fileId}`),
    ];
    const statuses: number[] = [];
    for (const call of calls) {
      const deleting = await server.db.startTransaction().execute();
      const lock = (table: 'responses' | 'rounds', id: number | null) =>
        deleting.selectFrom(table).select('id').where('id', '=', id).forUpdate().noWait().execute();
      await lock('responses', body.id);
      const calling = call();
      try {
        await waitForLocks(server);
        expect(await lock('rounds', roundId)).toHaveLength(1);
      } finally {
        await deleting.rollback().execute();
      }
      statuses.push((await calling).status);
    }
    expect(statuses).toEqual([201, 200]);
  });

  test('a file that its sender deleted before it arrived counts as missing at the next correction', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const { files } = file(survey);
    const { body } = await respond(survey, [best, best], { files });
    const path = `/api/evidence/${files[0]!.fileId}`;
    expect((await server.as('connie')('DELETE', path)).status).toBe(200);
    expect(await correct(body.id, survey, [1, 0])).toEqual([]);
    expect((await alice('DELETE', path)).status).toBe(200);
    expect(await correct(body.id, survey, [1, 2])).toEqual(['evidence-missing']);
  });

  test('a response and its file sent at the same time: no evidence is flagged as missing', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const each = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const clientId = `offline_${survey.id}_at_once_${n}`;
        const photo = { interview: clientId, question: survey.questions[1]!.id };
        const [{ body }] = await Promise.all([
          respond(survey, [best, best], { clientId }),
          sendEvidence(server, 'alice', photo),
        ]);
        return (await read(`/api/responses/${body.id}`)).reviewReasons;
      }),
    );
    expect(each.flat()).toEqual([]);
  });

  test('a response that arrives while its file is being stored is not flagged for missing evidence', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const clientId = `offline_${survey.id}_meanwhile`;
    const { id: question } = survey.questions[1]!;
    const photo = { fileId: `file_of_${clientId}`, interview: `${clientId}_other`, question };
    expect((await sendEvidence(server, 'alice', photo)).status).toBe(201);
    const storing = await server.db.startTransaction().execute();
    await lockEvidenceOf(storing, clientId);
    await storing
      .updateTable('evidence')
      .set({ interview: clientId })
      .where('fileId', '=', photo.fileId)
      .execute();
    const responding = respond(survey, [best, best], { clientId });
    await Promise.race([responding, new Promise((passed) => setTimeout(passed, 300))]);
    await storing.commit().execute();
    const { body } = await responding;
    expect((await read(`/api/responses/${body.id}`)).reviewReasons).toEqual([]);
  });

  test('a failure after the response was stored is reported as not known, not as nothing stored', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const clientId = `offline_${survey.id}_cancelled`;
    const sending = await server.db.startTransaction().execute();
    await lockEvidenceOf(sending, clientId);
    const responding = respond(survey, [best, best], { clientId });
    const cancel = () =>
      sql`select pg_cancel_backend(pid) from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
        .execute(server.db)
        .then(({ rows }) => rows.length);
    await expect.poll(cancel).toBe(1);
    const { status, body } = await responding;
    expect([status, body.detail]).toEqual([
      503,
      'It is not known whether this was stored. Please try again: it counts once.',
    ]);
    await sending.rollback().execute();
    // The file arrived meanwhile, so what failed before is done when the response comes again.
    const photo = { interview: clientId, question: survey.questions[1]!.id };
    const stored = server.db.selectFrom('responses').select(['id', 'reviewReasons']);
    const byClientId = stored.where('clientId', '=', clientId);
    const { id } = await byClientId.executeTakeFirstOrThrow();
    await server.db
      .updateTable('responses')
      .set({ reviewReasons: [] })
      .where('id', '=', id)
      .execute();
    expect((await sendEvidence(server, 'alice', photo)).status).toBe(201);
    await server.db
      .updateTable('responses')
      .set({ reviewReasons: ['evidence-missing'] })
      .where('id', '=', id)
      .execute();
    expect((await respond(survey, [best, best], { clientId })).status).toBe(200);
    expect(await byClientId.executeTakeFirst()).toEqual({ id, reviewReasons: [] });
  });

  test('a file that another device sent before the response counts as evidence', async () => {
    const survey = await withRules({}, { evidence: 'always' });
    const clientId = `offline_${survey.id}_two_devices`;
    const photo = { interview: clientId, question: survey.questions[1]!.id };
    expect((await sendEvidence(server, 'alice', photo)).status).toBe(201);
    expect(await reasons(survey, [best, best], { clientId })).toEqual([]);
  });
});
