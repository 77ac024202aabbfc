import { createHash } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { actingUserHeader } from '#domain/sync/acting-user.ts';
import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

type Who = 'alice' | 'asa' | 'connie' | 'cole';
let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
const clock = Date.parse('2026-05-04T10:00:00Z');
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  survey = await aSurvey(server);
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
});

/** Returns answers that choose the option at this place of each choice question. */
function chosen(place: number) {
  return survey.questions
    .filter((question) => question.answers.length > 0)
    .map(({ id, answers }) => ({ questionId: id, answerId: answers[place]!.id }));
}
const outcome = (more: object = {}) => ({
  surveyId: survey.id,
  edition: survey.edition,
  hotelId: hotel.id,
  hotelName: 'As the device knew it',
  respondentName: 'Rosa Respondent',
  respondentJobTitle: 'Front desk',
  responseAnswers: chosen(2),
  ...more,
});
const submit = (more: object = {}, who: Who = 'connie', headers = {}) =>
  server.as(who)('POST', '/api/responses', outcome(more), headers);
const newClientId = () => `offline_${clock}_${Math.random().toString(36).slice(2)}`;

test('the receipt is not compressed, even for a client that accepts compressed replies', async () => {
  const takes = { 'accept-encoding': 'gzip' };
  const { status, headers } = await submit({ notes: 'Quiet. '.repeat(300) }, 'connie', takes);
  expect([status, headers['content-encoding']]).toEqual([201, undefined]);
});

describe('a plain submission', () => {
  test('is refused for a hotel out of scope, an unknown survey and an archived one', async () => {
    expect((await submit({}, 'cole')).status).toBe(404);
    expect((await submit({ surveyId: 2_000_000_000 })).status).toBe(404);
    await server.as('alice')('PUT', `/api/surveys/${survey.id}`, { status: 'archived' });
    expect((await submit()).status).toBe(409);
  });

  test('is refused with the path of an answer that does not belong to the survey', async () => {
    const [first] = chosen(0);
    const strangers = [
      { ...first, answerId: 2_000_000_000 },
      { questionId: 2_000_000_000 },
      first,
      first,
    ];
    const { status, body } = await submit({ responseAnswers: strangers });
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([
      'responseAnswers.0.answerId',
      'responseAnswers.1.questionId',
      'responseAnswers.2.questionId',
      'responseAnswers.3.questionId',
    ]);
  });

  test('is scored by the server, whatever score the device sent', async () => {
    const { status, body } = await submit({
      totalScore: 999,
      maxScore: 1,
      responseAnswers: chosen(1),
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      totalScore: 10,
      maxScore: 20,
      hotelName: hotel.hotelName,
      surveyTitle: survey.title,
      reviewReasons: ['figures-differ'],
      syncStatus: 'pending',
    });
    expect(body.responseAnswers.map((answer: { score: number }) => answer.score)).toEqual([5, 5]);
  });

  test('completes its session in the same transaction', async () => {
    const { respondentName, respondentJobTitle } = outcome();
    const session = await server.as('connie')('POST', '/api/interview-sessions', {
      hotelId: hotel.id,
      surveyId: survey.id,
      respondentName,
      respondentJobTitle,
    });
    await submit({ sessionId: session.body.id });
    const sessions = await server.as('connie')('GET', `/api/interview-sessions/hotel/${hotel.id}`);
    expect(sessions.body[0].status).toBe('completed');
  });
});

describe('a plain submission that is sent again', () => {
  const responses = async () =>
    (await server.as('connie')('GET', `/api/responses?surveyId=${survey.id}`)).body;
  const aSession = async () => {
    const { respondentName, respondentJobTitle } = outcome();
    const { body } = await server.as('connie')('POST', '/api/interview-sessions', {
      ...{ hotelId: hotel.id, surveyId: survey.id, respondentName, respondentJobTitle },
    });
    return body;
  };

  test('is stored once by its Idempotency-Key, also when the survey was archived meanwhile', async () => {
    const key = { [requestKeyHeader]: `key-${survey.id}-one` };
    const twice = await Promise.all([submit({}, 'connie', key), submit({}, 'connie', key)]);
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 201]));
    await server.as('alice')('PUT', `/api/surveys/${survey.id}`, { status: 'archived' });
    const late = await submit({}, 'connie', key);
    expect(late.status).toBe(200);
    expect(late.body).toEqual(twice[0].body);
    expect(await responses()).toHaveLength(1);
  });

  test('is refused when its Idempotency-Key was used for other content, or is not valid', async () => {
    const key = { [requestKeyHeader]: `key-${survey.id}-two` };
    await submit({}, 'connie', key);
    const other = await submit({ notes: 'Other words' }, 'connie', key);
    expect(other.status).toBe(409);
    expect(other.body.type).toBe('/problems/same-key-other-content');
    expect((await submit({}, 'connie', { [requestKeyHeader]: 'no key' })).status).toBe(400);
    expect(await responses()).toHaveLength(1);
    // The same key from somebody else is another key.
    expect((await submit({}, 'asa', key)).status).toBe(201);
  });

  test('counts once for the session it names, and that session accepts no other response', async () => {
    const session = await aSession();
    const sent = { sessionId: session.id };
    const [first, again] = [await submit(sent), await submit(sent)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(first.body.clientId).toBe(session.clientId);
    const others = [
      await submit({ ...sent, notes: 'Other words' }),
      await submit(sent, 'asa'),
      await submit({ clientId: session.clientId }),
      await submit({ ...sent, notes: 'Keyed' }, 'connie', { [requestKeyHeader]: 'key-of-session' }),
    ];
    for (const { status, body } of others)
      expect([status, body.type]).toEqual([409, '/problems/already-completed']);
    expect(await responses()).toHaveLength(1);
  });

  test('a session completed by its own call accepts one response', async () => {
    const session = await aSession();
    const path = `/api/interview-sessions/${session.id}`;
    await server.as('connie')('PUT', path, { status: 'completed' });
    expect((await submit({ sessionId: session.id })).status).toBe(201);
    expect((await submit({ sessionId: session.id, notes: 'Again' })).status).toBe(409);
  });

  test('beginning a session twice with the same Idempotency-Key makes one session', async () => {
    const begin = (name: string) =>
      server.as('connie')(
        'POST',
        '/api/interview-sessions',
        { ...outcome(), responseAnswers: undefined, respondentName: name },
        { [requestKeyHeader]: `key-${survey.id}-session` },
      );
    const [first, again, other] = [await begin('Rosa'), await begin('Rosa'), await begin('Rita')];
    expect([first.status, again.status, other.status]).toEqual([201, 201, 409]);
    expect(again.body).toEqual(first.body);
    const { body } = await server.as('connie')('GET', `/api/interview-sessions/hotel/${hotel.id}`);
    expect(body).toHaveLength(1);
  });

  test('the session of another hotel is ignored', async () => {
    const session = await aSession();
    const elsewhere = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
    const sent = { sessionId: session.id, hotelId: elsewhere.id };
    const { status, body } = await submit(sent);
    expect(status).toBe(201);
    expect(body.clientId).not.toBe(session.clientId);
  });
});

test('the start time comes from the session, and not from the call', async () => {
  const begun = async (clientId: string) =>
    (
      await server.as('connie')('POST', '/api/interview-sessions', {
        ...{ clientId, surveyId: survey.id, hotelId: hotel.id },
        ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
        startedAt: '2026-05-04T09:20:00Z',
      })
    ).body.id as number;
  const durationOf = async ({ body: { id } }: { body: { id: number } }) =>
    (
      await server.db
        .selectFrom('responses')
        .select('duration')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).duration;
  const [captured, foreign] = [newClientId(), newClientId()];
  await begun(captured);
  const byClientId = await submit({ clientId: captured });
  expect(byClientId.body.startedAt).toBe('2026-05-04T09:20:00.000Z');
  expect(await durationOf(byClientId)).toBe(40 * 60);
  expect(await durationOf(await submit({ sessionId: await begun(newClientId()) }))).toBe(40 * 60);
  // A start that was sent and cannot be believed is not replaced, and another hotel's session is
  // not used.
  const ahead = { sessionId: await begun(newClientId()), startedAt: '2026-05-04T12:00:00Z' };
  expect(await durationOf(await submit(ahead))).toBeNull();
  const session = await begun(foreign);
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  expect(await durationOf(await submit({ sessionId: session }))).toBeNull();
});

test('a response has the times when it arrived and was changed, and the list can be filtered by the time of change', async () => {
  const news = async (since: string) =>
    (await server.as('connie')('GET', `/api/responses?surveyId=${survey.id}&updatedSince=${since}`))
      .body as { id: number; receivedAt: string; updatedAt: string }[];
  const { body: first } = await submit({ clientId: newClientId() });
  expect(first.updatedAt >= first.receivedAt).toBe(true);
  const { body: second } = await submit({ clientId: newClientId() });
  const idsSince = async (since: string) => (await news(since)).map(({ id }) => id);
  expect(new Set(await idsSince(first.updatedAt))).toEqual(new Set([first.id, second.id]));
  expect(await idsSince(second.updatedAt)).toEqual([second.id]);
  const later = new Date(Date.parse(second.updatedAt) + 1).toISOString();
  expect(await idsSince(later)).toEqual([]);
  const path = `/api/responses/${first.id}/sync-status`;
  const { body: synced } = await server.as('connie')('PUT', path, { status: 'synced' });
  const [changed, ...others] = await news(later);
  expect([changed?.id, others.length]).toEqual([first.id, 0]);
  expect(changed?.receivedAt).toBe(first.receivedAt);
  expect(changed!.updatedAt > second.updatedAt).toBe(true);
  expect(synced.updatedAt).toBe(changed?.updatedAt);
  expect((await server.as('connie')('GET', '/api/responses?updatedSince=now')).status).toBe(400);
});

describe('a response that a device captured', () => {
  test('is stored once when it is sent twenty times at once, and all twenty calls get its receipt', async () => {
    const clientId = newClientId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit({ clientId })));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.body.digest)).size).toBe(1);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  });

  test('gets a receipt that repeats the digest of its bytes', async () => {
    const envelope = JSON.stringify(outcome({ clientId: newClientId() }));
    const digest = createHash('sha256').update(envelope).digest('hex');
    const send = () =>
      server.as('connie')('POST', '/api/responses', envelope, { [digestHeader]: digest });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect([first.body.digest, second.body.digest]).toEqual([digest, digest]);
  });

  test('outside its sender’s scope has only the hotel name that the device sent, so that nobody learns of other hotels', async () => {
    const clientId = newClientId();
    const first = await submit({ clientId }, 'cole');
    const again = await submit({ clientId }, 'cole');
    const path = `/api/responses/${first.body.id}/sync-status`;
    const confirmed = await server.as('cole')('PUT', path, { status: 'synced' });
    expect([first.status, again.status, confirmed.status]).toEqual([201, 200, 200]);
    expect(first.body.hotelName).toBe('As the device knew it');
    expect(again.body).toEqual(first.body);
    for (const { body } of [first, again, confirmed])
      expect(JSON.stringify(body)).not.toMatch(/Harbo|Quay/);
    const kept = await server.as('asa')('GET', `/api/responses/${first.body.id}`);
    expect(kept.body.hotelName).toBe(hotel.hotelName);
  });

  test('is stored in one round trip to the database when the sender made another call a moment before', async () => {
    await submit({ clientId: newClientId() });
    let trips = 0;
    const count = () => {
      trips += 1;
    };
    server.deps.pool.on('acquire', count);
    expect((await submit({ clientId: newClientId() })).status).toBe(201);
    server.deps.pool.off('acquire', count);
    expect(trips).toBe(1);
  });

  test('is refused when its bytes do not match their digest', async () => {
    const headers = { [digestHeader]: '0'.repeat(64) };
    expect((await submit({ clientId: newClientId() }, 'connie', headers)).status).toBe(400);
  });

  test('does not get the receipt of other content or of another person’s response', async () => {
    const clientId = newClientId();
    await submit({ clientId });
    const other = JSON.stringify(outcome({ clientId, notes: 'Other words' }));
    const digest = createHash('sha256').update(other).digest('hex');
    const again = await server.as('connie')('POST', '/api/responses', other, {
      [digestHeader]: digest,
    });
    expect(again.status).toBe(409);
    const withoutDigest = await submit({ clientId, notes: 'Other words' });
    expect([withoutDigest.status, withoutDigest.body.type]).toEqual([
      409,
      '/problems/already-completed',
    ]);
    expect((await submit({ clientId })).status).toBe(200);
    expect((await submit({ clientId }, 'asa')).status).toBe(409);
  });

  test('is not stored under the name of another person who signed in meanwhile', async () => {
    const clientId = newClientId();
    const as = (who: Who) => ({ [actingUserHeader]: String(server.idOf(who)) });
    expect((await submit({ clientId }, 'asa', as('connie'))).status).toBe(401);
    expect((await submit({ clientId }, 'connie', as('connie'))).status).toBe(201);
  });

  test('that was deleted is not restored by a late copy', async () => {
    const clientId = newClientId();
    const { body } = await submit({ clientId });
    expect((await server.as('asa')('DELETE', `/api/responses/${body.id}`)).status).toBe(204);
    expect((await submit({ clientId })).status).toBe(410);
  });

  test('is scored by the edition that was asked, and flagged when there is a newer one', async () => {
    const [question] = survey.questions;
    await server.as('alice')('PUT', `/api/questions/${question!.id}`, {
      answers: [
        { text: 'No', score: 0 },
        { text: 'Yes', score: 1 },
      ],
    });
    const { status, body } = await submit({ clientId: newClientId() });
    expect(status).toBe(201);
    expect(body).toMatchObject({ totalScore: 20, maxScore: 20, reviewReasons: ['survey-changed'] });
  });

  test.each([
    [
      'survey-archived',
      () => server.as('alice')('PUT', `/api/surveys/${survey.id}`, { status: 'archived' }),
    ],
    ['survey-deleted', () => server.as('alice')('DELETE', `/api/surveys/${survey.id}`)],
    ['hotel-deleted', () => server.as('alice')('DELETE', `/api/hotels/${hotel.id}`)],
    ['hotel-unknown', () => server.db.deleteFrom('hotels').where('id', '=', hotel.id).execute()],
    [
      'hotel-not-assigned',
      () =>
        server.db
          .updateTable('hotels')
          .set({ serviceConsultantId: null })
          .where('id', '=', hotel.id)
          .execute(),
    ],
  ] as const)('is stored and flagged: %s', async (reason, change) => {
    await change();
    const { status, body } = await submit({ clientId: newClientId() });
    expect(status).toBe(201);
    expect(body.reviewReasons).toEqual([reason]);
  });

  test('keeps its own times, unless the device’s clock cannot have been right', async () => {
    const ago = (hours: number) => new Date(clock - hours * 3_600_000).toISOString();
    const times = { startedAt: ago(49), completedAt: ago(48) };
    const waited = await submit({ clientId: newClientId(), ...times });
    expect(waited.body).toMatchObject({ ...times, reviewReasons: [] });
    const ahead = await submit({ clientId: newClientId(), completedAt: ago(-48) });
    expect(ahead.body).toMatchObject({ completedAt: ago(0), reviewReasons: ['clock-odd'] });
  });
});

describe('answers that are sent one by one', () => {
  test('are added, replace earlier ones, and are refused outside the scope', async () => {
    const { body: response } = await submit({ responseAnswers: undefined });
    expect(response).toMatchObject({ totalScore: 0, maxScore: 20 });
    const [first, second] = chosen(2);
    const send = (answer: object, who: Who = 'connie') =>
      server.as(who)('POST', '/api/response-answers', { responseId: response.id, ...answer });
    expect((await send(first!, 'cole')).status).toBe(404);
    expect((await send({ questionId: 2_000_000_000 })).status).toBe(400);
    const both = await Promise.all([send(first!), send(second!)]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    const again = await send(chosen(0)[0]!);
    const { body } = await server.as('connie')('GET', `/api/responses/${response.id}`);
    expect(body).toMatchObject({ totalScore: 10, percent: 50, verdict: 'Needs Review' });
    expect(body.responseAnswers).toHaveLength(2);
    expect(body.responseAnswers.map((answer: { id: number }) => answer.id)).toContain(
      again.body.id,
    );
  });
});

describe('reading, confirming and deleting', () => {
  test('are refused outside the scope', async () => {
    const { body } = await submit();
    const path = `/api/responses/${body.id}`;
    for (const [method, address, sent] of [
      ['GET', path, undefined],
      ['PUT', `${path}/sync-status`, { status: 'synced' }],
      ['DELETE', path, undefined],
    ] as const)
      expect((await server.as('cole')(method, address, sent)).status).toBe(404);
    expect((await server.as('cole')('GET', '/api/responses')).body).toEqual([]);
    const listed = await server.as('connie')('GET', `/api/responses?surveyId=${survey.id}`);
    expect(listed.body).toHaveLength(1);
  });

  test('a response that is deleted while its device confirms it is not found', async () => {
    const { body } = await submit();
    const { call } = await inTransaction(server.db, async (tx) => {
      await tx.deleteFrom('responses').where('id', '=', body.id).execute();
      const path = `/api/responses/${body.id}/sync-status`;
      const confirming = server.as('connie')('PUT', path, { status: 'synced' });
      await waitForLocks(server);
      return { call: confirming };
    });
    expect((await call).status).toBe(404);
  });

  test('a pending response can become synced, and nothing else', async () => {
    const { body } = await submit();
    const pending = () => server.as('connie')('GET', '/api/responses/pending');
    expect((await pending()).body.map((one: { id: number }) => one.id)).toContain(body.id);
    const path = `/api/responses/${body.id}/sync-status`;
    expect((await server.as('connie')('PUT', path, { status: 'pending' })).status).toBe(400);
    expect((await server.as('connie')('PUT', path, { status: 'synced' })).body.syncStatus).toBe(
      'synced',
    );
    expect((await pending()).body.map((one: { id: number }) => one.id)).not.toContain(body.id);
  });

  test('the list of pending responses has only ids, in pages, within scope', async () => {
    const ids: number[] = [];
    for (const respondentName of ['A', 'B', 'C'])
      ids.push((await submit({ respondentName })).body.id);
    const read = async (who: 'connie' | 'cole', query: string) =>
      (await server.as(who)('GET', `/api/responses/pending?fields=ids${query}`)).body;
    const before = (ids[0] ?? 0) - 1;
    const first = await read('connie', `&limit=2&after=${before}`);
    expect(first).toEqual([
      { id: ids[0], clientId: expect.any(String) },
      { id: ids[1], clientId: expect.any(String) },
    ]);
    expect(await read('connie', `&limit=2&after=${ids[1]}`)).toMatchObject([{ id: ids[2] }]);
    expect(await read('cole', `&after=${before}`)).toEqual([]);
    for (const wrong of ['&limit=501', '&limit=0', '&after=-1'])
      expect((await read('connie', wrong)).status).toBe(400);
    const whole = await server.as('connie')('GET', '/api/responses/pending');
    expect(whole.body.find(({ id }: { id: number }) => id === ids[0])).toHaveProperty('notes');
  });

  test('the details contain every question as it was asked', async () => {
    const { body } = await submit({
      responseAnswers: chosen(1).slice(0, 1),
      notes: 'Busy morning',
    });
    const detail = await server.as('connie')('GET', `/api/responses/${body.id}`);
    expect(detail.body).toMatchObject({ notes: 'Busy morning', conductedBy: 'Connie Consultant' });
    expect(
      detail.body.questions.map(({ score, maximum }: { score: number; maximum: number | null }) => [
        score,
        maximum,
      ]),
    ).toEqual([
      [5, 10],
      [0, 10],
      [0, null],
    ]);
  });

  test('the responses of a deleted hotel stay, and no consultant sees them', async () => {
    const { body } = await submit();
    await server.db.deleteFrom('hotels').where('id', '=', hotel.id).execute();
    expect((await server.as('connie')('GET', `/api/responses/${body.id}`)).status).toBe(404);
    const kept = await server.as('asa')('GET', `/api/responses/${body.id}`);
    expect(kept.body).toMatchObject({ hotelId: null, hotelName: hotel.hotelName });
  });
});
