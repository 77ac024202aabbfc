import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sentenceOf } from '#domain/audit/event-sentence.ts';
import { mostRevisions } from '#domain/responses/correction.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

type Who = 'alice' | 'asa' | 'connie' | 'cole';
let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
});

const words = 'The lobby smelled of oranges';
const reason = 'The guest had meant the other desk';
const newClientId = () => `offline_1_${Math.random().toString(36).slice(2)}`;
/** Returns the answer to a choice question: `option` 0, 1 and 2 give 0, 5 and 10 points. */
function answer(place: number, option: number) {
  const question = survey.questions[place]!;
  return { questionId: question.id, answerId: question.answers[option]!.id };
}
const said = (textValue: string) => ({ questionId: survey.questions[2]!.id, textValue });

async function aResponse(more: object = {}, who: Who = 'connie'): Promise<number> {
  const { body } = await server.as(who)('POST', '/api/responses', {
    surveyId: survey.id,
    hotelId: hotel.id,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    responseAnswers: [answer(0, 1), answer(1, 2), said(words)],
    ...more,
  });
  return body.id;
}
const age = (id: number, hours: number) =>
  server.deps.pool.query(
    'update responses set received_at = now() - make_interval(hours => $2) where id = $1',
    [id, hours],
  );
const correct = (id: number, who: Who, body: object) =>
  server.as(who)('POST', `/api/responses/${id}/corrections`, body);
const put = (responseId: number, who: Who, body: object) =>
  server.as(who)('POST', '/api/response-answers', { responseId, ...body });
const detail = async (id: number, who: Who = 'connie') =>
  (await server.as(who)('GET', `/api/responses/${id}`)).body;
const eventsOf = (id: number) =>
  server.db
    .selectFrom('auditEvents')
    .selectAll()
    .where('objectId', '=', id)
    .where('action', 'like', 'response.%')
    .orderBy('id')
    .execute();

describe('who may change a stored answer', () => {
  test('the sender for a day after it arrived, and an Admin', async () => {
    const id = await aResponse();
    expect((await detail(id)).canCorrect).toBe('own');
    expect((await detail(id, 'asa')).canCorrect).toBe('no');
    expect((await detail(id, 'alice')).canCorrect).toBe('with-reason');
    for (const call of [
      await put(id, 'asa', answer(0, 2)),
      await correct(id, 'asa', { responseAnswers: [answer(0, 2)], reason }),
    ]) {
      expect(call.status).toBe(403);
      expect(call.body.detail).toBe(
        'Connie Consultant sent this response and can correct it for 24 hours after it arrived. An Admin can correct it at any time, with a reason.',
      );
    }
    expect((await put(id, 'connie', answer(0, 2))).status).toBe(201);
    expect((await detail(id)).totalScore).toBe(20);
  });

  test('not a sender whose response arrived months ago', async () => {
    const id = await aResponse();
    await age(id, 24);
    expect((await detail(id)).canCorrect).toBe('no');
    const late = await put(id, 'connie', answer(0, 2));
    expect(late.status).toBe(403);
    expect(late.body.detail).toBe(
      'You could correct this response for 24 hours after it arrived. An Admin can still correct it, with a reason.',
    );
    expect(await detail(id)).toMatchObject({ totalScore: 15, corrected: false, revisions: [] });
  });

  test('an Admin must give a reason', async () => {
    const id = await aResponse();
    await age(id, 2_000);
    for (const call of [
      await put(id, 'alice', answer(0, 2)),
      await correct(id, 'alice', { responseAnswers: [answer(0, 2)], reason: '  ' }),
    ]) {
      expect(call.status).toBe(400);
      expect(call.body.errors[0].path).toBe('reason');
    }
    expect((await put(id, 'alice', { ...answer(0, 2), reason })).status).toBe(201);
    expect((await detail(id)).revisions).toMatchObject([{ by: 'Alice Admin', reason }]);
  });

  test('the number of hours is a setting', async () => {
    const strict = await openTestApp({}, { CORRECTION_HOURS: '0' });
    survey = await aSurvey(strict);
    const { body } = await strict.as('asa')('POST', '/api/responses', {
      surveyId: survey.id,
      respondentName: 'Rosa',
      respondentJobTitle: 'Front desk',
    });
    const refused = await strict.as('asa')('POST', '/api/response-answers', {
      responseId: body.id,
      ...answer(0, 1),
    });
    await strict.close();
    survey = await aSurvey(server);
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toMatch(/^Only an Admin can correct/);
  });
});

describe('a correction', () => {
  test('keeps the former answers, points and totals, and shows them', async () => {
    const id = await aResponse();
    const answered = await correct(id, 'connie', {
      responseAnswers: [answer(0, 2), answer(1, 2), said('Nothing')],
    });
    expect(answered.status).toBe(200);
    const after = await detail(id);
    expect(answered.body).toEqual(after);
    expect(after).toMatchObject({ totalScore: 20, maxScore: 20, verdict: 'Pass', corrected: true });
    expect(after.correctedAt).toBe(after.revisions[0].at);
    expect(after.revisions).toEqual([
      {
        number: 1,
        at: expect.any(String),
        by: 'Connie Consultant',
        reason: null,
        cause: 'correction',
        totalScore: 15,
        maxScore: 20,
        changes: [
          {
            questionId: survey.questions[0]!.id,
            number: 1,
            text: 'Question 1',
            from: { answer: 'Good', score: 5 },
            to: { answer: 'Excellent', score: 10 },
          },
          {
            questionId: survey.questions[2]!.id,
            number: 3,
            text: 'Anything else?',
            from: { answer: words, score: null },
            to: { answer: 'Nothing', score: null },
          },
        ],
      },
    ]);
    const listed = await server.as('connie')('GET', `/api/responses?surveyId=${survey.id}`);
    expect(listed.body.find((one: { id: number }) => one.id === id).corrected).toBe(true);
    const rows = await server.as('connie')('GET', `/api/results/responses?hotelId=${hotel.id}`);
    expect(rows.body.rows[0].corrected).toBe(true);
    const report = await server.as('connie')('GET', `/api/hotels/${hotel.id}/report`);
    expect(report.body.interviews[0]).toMatchObject({ id, corrected: true });
    const row = await server.db
      .selectFrom('responses')
      .select(['revision', 'firstTotal', 'firstMax'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ revision: 2, firstTotal: 15, firstMax: 20 });
  });

  test('can follow another correction, and each revision keeps what it replaced', async () => {
    const id = await aResponse();
    await correct(id, 'connie', { responseAnswers: [answer(0, 2)] });
    await correct(id, 'alice', { responseAnswers: [answer(0, 0)], reason });
    const { revisions, totalScore } = await detail(id);
    expect(totalScore).toBe(10);
    expect(
      revisions.map(({ number, by, totalScore: former, changes }: never) => [
        number,
        by,
        former,
        (changes as { from: unknown; to: unknown }[]).map(({ from, to }) => [from, to]),
      ]),
    ).toEqual([
      [
        2,
        'Alice Admin',
        20,
        [
          [
            { answer: 'Excellent', score: 10 },
            { answer: 'Poor', score: 0 },
          ],
        ],
      ],
      [
        1,
        'Connie Consultant',
        15,
        [
          [
            { answer: 'Good', score: 5 },
            { answer: 'Excellent', score: 10 },
          ],
        ],
      ],
    ]);
  });

  test('keeps every column that a response and its revision have in common', async () => {
    const fileId = 'file_12345678';
    const file = { fileId, questionId: survey.questions[0]!.id, kind: 'photo' };
    const files = [{ ...file, digest: 'a'.repeat(64), size: 254_000 }];
    const id = await aResponse({ files, notes: 'Busy morning' });
    const { rows: before } = await server.deps.pool.query('select * from responses where id = $1', [
      id,
    ]);
    expect((await correct(id, 'connie', { responseAnswers: [answer(0, 2)] })).status).toBe(200);
    const { rows: revisions } = await server.deps.pool.query(
      'select * from response_revisions where response_id = $1',
      [id],
    );
    // These are the revision's own.
    const own = ['id', 'client_id', 'digest'];
    const inBoth = Object.entries(before[0]).filter(
      ([column]) => column in revisions[0] && !own.includes(column),
    );
    expect(inBoth.map(([column]) => column)).toContain('files');
    expect(revisions).toMatchObject([Object.fromEntries(inBoth)]);
  });

  test('sent again changes nothing, whatever happened meanwhile', async () => {
    const id = await aResponse();
    const once = { clientId: newClientId(), responseAnswers: [answer(0, 2)] };
    const sent = await Promise.all(Array.from({ length: 5 }, () => correct(id, 'connie', once)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    await correct(id, 'alice', { responseAnswers: [answer(0, 0)], reason });
    await age(id, 30);
    const again = await correct(id, 'connie', once);
    expect([again.status, again.body.totalScore, again.body.revisions.length]).toEqual([
      200, 10, 2,
    ]);
    const other = await aResponse();
    expect((await correct(other, 'connie', once)).status).toBe(409);
    expect((await detail(other)).totalScore).toBe(15);
  });

  test('with the same answer changes nothing and makes no revision', async () => {
    const id = await aResponse();
    const before = await eventsOf(id);
    expect((await put(id, 'connie', answer(0, 1))).status).toBe(201);
    expect((await correct(id, 'connie', { responseAnswers: [said(words)] })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ corrected: false, revisions: [] });
    expect(await eventsOf(id)).toEqual(before);
  });

  test('is refused as a whole when one answer does not belong to the survey', async () => {
    const id = await aResponse();
    const responseAnswers = [
      answer(0, 2),
      { questionId: answer(1, 0).questionId, answerId: 2_000_000_000 },
    ];
    const { status, body } = await correct(id, 'connie', { responseAnswers });
    expect([status, body.errors[0].path]).toEqual([400, 'responseAnswers.1.answerId']);
    expect((await detail(id)).totalScore).toBe(15);
  });

  test('made by several people at once: all are applied, and each has its revision', async () => {
    const id = await aResponse();
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2
          ? put(id, 'connie', answer(0, n % 3))
          : correct(id, 'alice', { responseAnswers: [answer(1, n % 3), answer(0, 2)], reason }),
      ),
    );
    const { totalScore, responseAnswers, revisions } = await detail(id);
    const points = responseAnswers.map(({ score }: { score: number }) => score);
    expect(totalScore).toBe(points.reduce((sum: number, score: number) => sum + score, 0));
    const numbers = revisions.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(numbers.map((_: number, n: number) => numbers.length - n));
  });

  test('is refused after the response was corrected 100 times', async () => {
    const id = await aResponse();
    await server.deps.pool.query('update responses set revision = $2 where id = $1', [
      id,
      mostRevisions + 1,
    ]);
    const { status, body } = await correct(id, 'connie', { responseAnswers: [answer(0, 2)] });
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/corrected 100 times/)]);
  });

  test('cannot be changed or deleted, and is deleted with its response', async () => {
    const id = await aResponse();
    await correct(id, 'connie', { responseAnswers: [answer(0, 2)] });
    for (const attempt of [
      'update response_revisions set total_score = 20',
      'delete from response_revisions',
      'truncate response_revisions',
    ])
      await expect(server.deps.pool.query(attempt)).rejects.toThrow(/append-only/);
    expect((await server.as('connie')('DELETE', `/api/responses/${id}`)).status).toBe(204);
    const left = await server.db
      .selectFrom('responseRevisions')
      .select('id')
      .where('responseId', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('answers that come after the response', () => {
  test('complete it without a revision, and it is flagged incomplete until the last required answer', async () => {
    const id = await aResponse({ responseAnswers: undefined });
    expect((await detail(id)).reviewReasons).toEqual(['incomplete']);
    await put(id, 'connie', said(words));
    await put(id, 'connie', answer(0, 1));
    expect((await detail(id)).reviewReasons).toEqual(['incomplete']);
    await put(id, 'connie', answer(1, 1));
    expect(await detail(id)).toMatchObject({
      reviewReasons: [],
      totalScore: 10,
      corrected: false,
      revisions: [],
    });
  });

  test('are a correction when an Admin adds them', async () => {
    const id = await aResponse({ responseAnswers: [answer(0, 1)] });
    await put(id, 'alice', { ...answer(1, 1), reason });
    expect((await detail(id)).revisions[0].changes).toMatchObject([
      { number: 2, from: { answer: null, score: 0 }, to: { answer: 'Good', score: 5 } },
    ]);
  });

  test('flag the response as incomplete while a required one is missing, also when it was removed later', async () => {
    const id = await aResponse({ responseAnswers: [answer(0, 1)] });
    expect((await detail(id)).reviewReasons).toEqual(['incomplete']);
    const whole = await aResponse();
    expect((await detail(whole)).reviewReasons).toEqual([]);
    await put(whole, 'connie', { questionId: answer(0, 0).questionId });
    expect((await detail(whole)).reviewReasons).toEqual(['incomplete']);
  });
});

describe('the audit trail', () => {
  test('has points and totals before and after, and no text of an answer', async () => {
    const id = await aResponse();
    await correct(id, 'alice', { responseAnswers: [answer(0, 2), said('Nothing')], reason });
    const events = await eventsOf(id);
    const last = events.at(-1)!;
    expect(sentenceOf(last)).toBe(
      `Alice Admin corrected a response for ${hotel.hotelName}: 15 became 20 of 20 points`,
    );
    expect(last.details['changes']).toEqual({
      'question 1, points': { from: 5, to: 10 },
      'question 3': null,
    });
    expect(JSON.stringify(events)).not.toMatch(/oranges|Nothing|desk/);
  });

  test('keeps score, hotel and respondent of a response that was deleted', async () => {
    const id = await aResponse();
    await server.as('connie')('DELETE', `/api/responses/${id}`);
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: 'response.deleted',
      details: {
        hotelName: hotel.hotelName,
        surveyTitle: survey.title,
        respondentName: 'Rosa Respondent',
        score: '15 of 20 points, 75%, Needs Review',
      },
    });
  });
});
