import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel, aSurvey, currentRound } from '#test/build.ts';
import { aLink } from '#test/contact.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

/** Tests how a hotel contact assesses their own hotel by link. */

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
let round: number;
/** The server's clock. */
let clock = () => Date.now();
beforeAll(async () => {
  server = await openTestApp({ now: () => clock() });
  survey = await aSurvey(server, { title: 'Self-assessment', choices: 2, allowNa: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock = () => Date.now();
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  round = await currentRound(server, hotel.id);
});

async function aContact(roundId = round, hotelId = hotel.id) {
  const { cookie, contactId, linkId } = await aLink(server, { hotelId, roundId });
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    server.as('nobody')(method, `/api/link/${path}`, body, { cookie });
  return { call, contactId, linkId };
}
type Caller = Awaited<ReturnType<typeof aContact>>['call'];

const begin = (call: Caller, clientId = `link-${randomUUID()}`, surveyId = survey.id) =>
  call('POST', 'interviews', { clientId, surveyId });
const question = (place: number) => survey.questions[place]!;
const entry = (place: number, at: number) => ({
  ...{ answerId: question(place).answers[at]!.id, score: 0, textValue: null },
});
/** Answers to both choice questions: the best, and the worst. */
const both = () => ({ [question(0).id]: entry(0, 2), [question(1).id]: entry(1, 0) });
const storedResponses = () =>
  server.db.selectFrom('responses').selectAll().where('hotelId', '=', hotel.id).execute();
const setRound = (change: object, id = round) =>
  server.db.updateTable('rounds').set(change).where('id', '=', id).execute();
const approved = () => ({ status: 'approved' as const, approvedAt: new Date().toISOString() });
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

describe('a call by link is refused', () => {
  test('without a link, and for everybody with an account', async () => {
    const { body } = await begin((await aContact()).call);
    const path = `/api/link/interviews/${body.clientId}`;
    for (const who of ['nobody', 'connie', 'asa', 'alice'] as const) {
      const calls = [
        await server.as(who)('POST', '/api/link/interviews', { ...body }),
        await server.as(who)('PUT', path, {}),
        await server.as(who)('PUT', `${path}/completion`, {}),
      ];
      expect(statusesOf(calls)).toEqual([401, 401, 401]);
    }
  });

  test('in a round of another kind, with 404', async () => {
    const other = await aHotel(server, { stage: 'Onsite Assessment' });
    const { call } = await aContact(await currentRound(server, other.id), other.id);
    expect((await call('GET', 'round')).body.selfAssessment).toBeNull();
    expect((await begin(call)).status).toBe(404);
  });

  test.each([
    ['planned', { status: 'planned' }, 'not open yet'],
    ['approved', approved(), 'approved'],
    ['closed', { status: 'closed' }, 'closed'],
  ] as const)('while the round is %s, with the reason', async (_, change, words) => {
    const { call } = await aContact();
    const { clientId } = (await begin(call)).body;
    const second = await aSurvey(server, { title: 'Second' });
    await setRound(change);
    const answers = [
      await begin(call, `link-${randomUUID()}`, second.id),
      await call('PUT', `interviews/${clientId}`, { progress: both() }),
      await call('PUT', `interviews/${clientId}/completion`, { progress: both() }),
    ];
    expect(statusesOf(answers)).toEqual([409, 409, 409]);
    for (const { body } of answers) expect(body.detail).toContain(words);
    expect((await call('GET', 'round')).body.selfAssessment).toMatchObject({
      closed: expect.stringContaining(words),
      surveys: [{ state: 'begun' }],
    });
    expect(await storedResponses()).toEqual([]);
  });

  test('after the cycle has ended', async () => {
    await setRound({ status: 'submitted' });
    const { call } = await aContact();
    const { clientId } = (await begin(call)).body;
    await server.db
      .updateTable('cycles')
      .set({ endedAt: new Date(Date.now() + 1_000).toISOString() })
      .where('hotelId', '=', hotel.id)
      .execute();
    await server.db.deleteFrom('roundTimes').where('hotelId', '=', hotel.id).execute();
    expect((await call('PUT', `interviews/${clientId}`, { progress: {} })).status).toBe(409);
  });

  test('once the link has expired or was revoked', async () => {
    const { call, linkId } = await aContact();
    const { clientId } = (await begin(call)).body;
    const change = async (set: object) => {
      await server.db.updateTable('contactLinks').set(set).where('id', '=', linkId).execute();
      return call('PUT', `interviews/${clientId}/completion`, { progress: both() });
    };
    const past = new Date(0).toISOString();
    expect((await change({ expiresAt: past })).body.detail).toContain('expired');
    const later = new Date(Date.now() + 1e9).toISOString();
    const revoked = await change({ expiresAt: later, revokedAt: past });
    expect([revoked.status, revoked.body.detail]).toEqual([
      401,
      expect.stringContaining('withdrawn'),
    ]);
    expect(await storedResponses()).toEqual([]);
  });

  test('for the interview of another contact, which is not found', async () => {
    const { clientId } = (await begin((await aContact()).call)).body;
    const other = await aHotel(server);
    const stranger = await aContact(await currentRound(server, other.id), other.id);
    const colleague = await aContact();
    for (const { call } of [stranger, colleague]) {
      const answers = [
        await call('PUT', `interviews/${clientId}`, { progress: both() }),
        await call('PUT', `interviews/${clientId}/completion`, { progress: both() }),
      ];
      expect(statusesOf(answers)).toEqual([404, 404]);
      // The client id of somebody else's interview is taken, and the refusal says nothing about that interview.
      const again = await begin(call, clientId);
      expect([again.status, again.body.detail]).toEqual([409, 'This interview is already stored.']);
    }
  });

  test('for a survey that the round does not ask, a draft and an archived one', async () => {
    const other = await aSurvey(server, { title: 'Another' });
    const admin = server.as('alice');
    const draft = await admin('POST', '/api/surveys', { title: 'Draft', category: 'other' });
    await setRound({ surveyIds: [survey.id, draft.body.id] });
    const { call } = await aContact();
    for (const id of [other.id, draft.body.id, 2_000_000_000]) {
      const { status, body } = await begin(call, `link-${randomUUID()}`, id);
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'surveyId', message: 'This questionnaire is not asked in this assessment' }],
      ]);
    }
    const { surveys } = (await call('GET', 'round')).body.selfAssessment;
    expect(surveys).toMatchObject([{ surveyId: survey.id, state: 'new', questionCount: 3 }]);
    expect(surveys).toHaveLength(1);
  });

  test('with answers that do not belong to what is asked, or are too long', async () => {
    const { call } = await aContact();
    const { clientId } = (await begin(call)).body;
    const strange = { [question(0).id]: entry(1, 0), 2_000_000_000: entry(0, 0) };
    for (const path of [`interviews/${clientId}`, `interviews/${clientId}/completion`]) {
      const { status, body } = await call('PUT', path, { progress: strange });
      expect([status, body.errors.length]).toEqual([400, 2]);
    }
    const long = { [question(0).id]: 'n'.repeat(2_001) };
    expect((await call('PUT', `interviews/${clientId}`, { remarks: long })).status).toBe(400);
    const words = { notes: 'n'.repeat(20_001) };
    expect((await call('PUT', `interviews/${clientId}`, words)).status).toBe(400);
  });

  test('while a required question has no answer, which it names', async () => {
    const { call } = await aContact();
    const { clientId } = (await begin(call)).body;
    const progress = { [question(0).id]: entry(0, 2) };
    const { status, body } = await call('PUT', `interviews/${clientId}/completion`, { progress });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: `progress.${question(1).id}`, message: '“Question 2” needs an answer' }],
    ]);
    expect(await storedResponses()).toEqual([]);
  });
});

describe('answering', () => {
  test('reading the questionnaire does not begin an interview, however often', async () => {
    const { call } = await aContact();
    for (let reads = 0; reads < 3; reads += 1) await call('GET', 'round');
    expect(
      await server.db
        .selectFrom('selfAssessments')
        .selectAll()
        .where('roundId', '=', round)
        .execute(),
    ).toEqual([]);
  });

  test('the questionnaire does not contain the points of an answer', async () => {
    const { call } = await aContact();
    const { status, body, bytes } = await begin(call);
    expect([status, body.questions.length]).toEqual([201, 3]);
    expect(bytes.toString()).not.toMatch(/score|isCorrect|finding/);
  });

  test('any device continues the interview that was begun, whatever client id it sends', async () => {
    const { call } = await aContact();
    const first = await begin(call);
    const progress = { [question(0).id]: entry(0, 1) };
    await call('PUT', `interviews/${first.body.clientId}`, { progress });
    const again = await begin(call);
    expect([again.status, again.body]).toMatchObject([
      200,
      { clientId: first.body.clientId, progress },
    ]);
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(call)));
    expect(new Set(begun.map(({ body }) => body.clientId)).size).toBe(1);
    const { surveys } = (await call('GET', 'round')).body.selfAssessment;
    const own = surveys.find(({ surveyId }: { surveyId: number }) => surveyId === survey.id);
    expect(own).toMatchObject({ state: 'begun', percent: 33 });
  });

  test('two contacts of the hotel have two interviews', async () => {
    const [one, other] = [await aContact(), await aContact()];
    const ids = [(await begin(one.call)).body.clientId, (await begin(other.call)).body.clientId];
    expect(new Set(ids).size).toBe(2);
  });

  test('answers from two devices are joined by question, and the later answer wins', async () => {
    const { call } = await aContact();
    const path = `interviews/${(await begin(call)).body.clientId}`;
    const now = clock();
    const [one, two] = [question(0).id, question(1).id];
    await call('PUT', path, {
      ...{ progress: { [one]: entry(0, 1) }, answeredAt: { [one]: now - 1_000 } },
      ...{ remarks: { [one]: 'By the lift' }, remarkedAt: { [one]: now - 1_000 } },
    });
    const { body } = await call('PUT', path, {
      progress: { [one]: entry(0, 0), [two]: entry(1, 2) },
      answeredAt: { [one]: now - 9_000, [two]: now - 9_000 },
    });
    expect(body).toMatchObject({
      progress: { [one]: entry(0, 1), [two]: entry(1, 2) },
      remarks: { [one]: 'By the lift' },
    });
  });

  test('an interview continues with the edition it was begun with', async () => {
    const own = await aSurvey(server, { title: 'Changing', choices: 1 });
    const { call } = await aContact();
    const { clientId } = (await begin(call, undefined, own.id)).body;
    const [asked] = own.questions;
    await server.as('alice')('POST', '/api/questions', {
      ...{ surveyId: own.id, text: 'New', type: 'text', answers: [] },
    });
    expect((await begin(call, undefined, own.id)).body.questions).toHaveLength(2);
    const progress = { [asked!.id]: { answerId: asked!.answers[2]!.id } };
    const done = await call('PUT', `interviews/${clientId}/completion`, { progress });
    expect(done.status).toBe(201);
    expect(await storedResponses()).toMatchObject([
      { edition: own.edition, reviewReasons: ['survey-changed'], counts: true },
    ]);
  });
});

describe('completing', () => {
  test('stores a response of the contact in the round, scored by the server, and staff see it', async () => {
    // The hotel has gone on to another stage: the response stays in the round of its link.
    const { call, contactId } = await aContact();
    const began = clock();
    const { clientId } = (await begin(call)).body;
    await server.db
      .updateTable('hotels')
      .set({ stage: 'Onsite Assessment' })
      .where('id', '=', hotel.id)
      .execute();
    clock = () => began + 600_000;
    await call('PUT', `interviews/${clientId}`, {
      progress: { [question(0).id]: entry(0, 2) },
      answeredAt: { [question(0).id]: began + 60_000 },
    });
    const body = {
      progress: { [question(1).id]: entry(1, 0) },
      answeredAt: { [question(1).id]: began + 90_000 },
      ...{ remarks: { [question(1).id]: 'Being rebuilt' }, notes: 'All in all well' },
      completedAt: new Date(began + 120_000).toISOString(),
    };
    const done = await call('PUT', `interviews/${clientId}/completion`, body);
    expect([done.status, done.body]).toEqual([201, { clientId, completedAt: body.completedAt }]);
    const [stored, ...others] = await storedResponses();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      ...{ clientId, contactId, userId: null, roundId: round, hotelStage: 'Initiated' },
      ...{ respondentName: 'Ana Hotel', respondentJobTitle: 'Hotel contact' },
      ...{ totalScore: 10, maxScore: 20, counts: true, reviewReasons: [], syncStatus: 'synced' },
      ...{ notes: 'All in all well', timing: [60, 90, null], duration: 120 },
    });
    const detail = (await server.as('connie')('GET', `/api/responses/${stored?.id}`)).body;
    expect(detail).toMatchObject({ conductedBy: 'Ana Hotel, by link', percent: 50 });
    const review = (await server.as('connie')('GET', `/api/rounds/${round}`)).body;
    expect(JSON.stringify(review)).toContain('Ana Hotel, by link');
    const rounds = (await server.as('connie')('GET', `/api/hotels/${hotel.id}/rounds`)).body;
    expect(rounds.cycles[0].rounds[0]).toMatchObject({ kind: 'self', responses: 1, percent: 50 });
    const event = await server.db
      .selectFrom('auditEvents')
      .select(['actorId', 'actorName'])
      .where('action', '=', 'response.stored')
      .where('objectId', '=', Number(stored?.id))
      .executeTakeFirstOrThrow();
    expect(event).toEqual({ actorId: null, actorName: 'Ana Hotel' });
  });

  test('the same call sent again, and ten times at once, stores one response and returns the first receipt', async () => {
    const { call } = await aContact();
    const path = `interviews/${(await begin(call)).body.clientId}/completion`;
    const body = { progress: both(), completedAt: new Date(clock()).toISOString() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('PUT', path, body)));
    expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(1);
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(9);
    expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1);
    expect(await storedResponses()).toHaveLength(1);
  });

  test('after completion, further answers are refused with the reason', async () => {
    const { call } = await aContact();
    const { clientId } = (await begin(call)).body;
    const path = `interviews/${clientId}`;
    expect((await call('PUT', `${path}/completion`, { progress: both() })).status).toBe(201);
    const late = [
      await call('PUT', path, { progress: {} }),
      await call('PUT', `${path}/completion`, { progress: both(), notes: 'Other content' }),
      await begin(call),
    ];
    for (const { status, body } of late)
      expect([status, body.type, body.detail]).toEqual([
        409,
        '/problems/already-completed',
        expect.stringContaining('was completed before'),
      ]);
    const [first] = (await call('GET', 'round')).body.selfAssessment.surveys;
    expect(first).toMatchObject({ surveyId: survey.id, state: 'completed', percent: 100 });
    const [stored] = await storedResponses();
    await server.as('alice')('DELETE', `/api/responses/${stored?.id}`);
    expect((await call('PUT', path, { progress: {} })).status).toBe(410);
    expect((await call('PUT', `${path}/completion`, { progress: both() })).status).toBe(410);
  });

  test('loses no answer that another device saves at the same moment', async () => {
    const { call } = await aContact();
    const { clientId } = (await begin(call)).body;
    const path = `interviews/${clientId}`;
    const text = question(2).id;
    const words = { answerId: null, score: 0, textValue: 'Said elsewhere' };
    const saves = Array.from({ length: 8 }, () =>
      call('PUT', path, { progress: { [text]: words } }),
    );
    const done = await call('PUT', `${path}/completion`, { progress: both() });
    expect([201, 409]).toContain(done.status);
    const saved = statusesOf(await Promise.all(saves));
    const isIn = (await storedResponses())[0]?.answers.some(
      ({ questionId }) => questionId === text,
    );
    // What the server confirmed as saved is in the response; what came later was refused.
    expect(isIn ?? true).toBe(saved.includes(200));
  });

  test('waived questions and those that are not applicable are left out of the score', async () => {
    const waived = await server.as('alice')('POST', `/api/hotels/${hotel.id}/waivers`, {
      ...{ clientId: `waiver_${randomUUID()}`, questionKey: `id:${question(1).id}` },
      ...{ reason: 'The lift is rebuilt', validFrom: '2026-01-01' },
      validTo: new Date(Date.now() + 1e10).toISOString().slice(0, 10),
    });
    expect(waived.status).toBe(201);
    const { call } = await aContact();
    const { clientId, questions } = (await begin(call)).body;
    expect(questions[1].waived.reason).toBe('The lift is rebuilt');
    const progress = { [question(0).id]: { answerId: null, na: true } };
    const done = await call('PUT', `interviews/${clientId}/completion`, { progress });
    expect(done.status).toBe(201);
    expect((await storedResponses())[0]).toMatchObject({ maxScore: 0, passed: null });
  });

  test.each(['has ended', 'was revoked'])(
    'a waiver that %s between completion and arrival holds, because the completion decides',
    async (became) => {
      const path = `/api/hotels/${hotel.id}/waivers`;
      const [today, completedAt] = [new Date().toISOString().slice(0, 10), Date.now() + 1_000];
      const { body: waiver } = await server.as('alice')('POST', path, {
        ...{ clientId: `waiver_${randomUUID()}`, questionKey: `id:${question(1).id}` },
        ...{ reason: 'The lift is rebuilt', validFrom: '2026-01-01', validTo: today },
      });
      const { call } = await aContact();
      const { clientId } = (await begin(call)).body;
      clock = () => completedAt + (became === 'has ended' ? 2 * 86_400_000 : 2_000);
      if (became === 'was revoked') {
        await server.db
          .updateTable('waivers')
          .set({ revokedAt: new Date(completedAt + 1_000).toISOString() })
          .where('id', '=', waiver.id)
          .execute();
      }
      const done = await call('PUT', `interviews/${clientId}/completion`, {
        progress: { [question(0).id]: entry(0, 2) },
        completedAt: new Date(completedAt).toISOString(),
      });
      expect([done.status, done.body.errors]).toEqual([201, undefined]);
      expect((await storedResponses())[0]).toMatchObject({ totalScore: 10, maxScore: 10 });
    },
  );

  test('no evidence is asked for, and the response is not flagged for missing evidence', async () => {
    const own = await aSurvey(server, { title: 'With photos', choices: 1 });
    const [asked] = own.questions;
    await server.as('alice')('PUT', `/api/questions/${asked!.id}`, { evidence: 'always' });
    const { call } = await aContact();
    const { clientId } = (await begin(call, undefined, own.id)).body;
    const progress = { [asked!.id]: { answerId: asked!.answers[2]!.id } };
    await call('PUT', `interviews/${clientId}/completion`, { progress });
    expect(await storedResponses()).toMatchObject([{ reviewReasons: [], totalScore: 10 }]);
  });

  test('cannot be returned to a hotel, but an Admin corrects it', async () => {
    const { call } = await aContact();
    const { clientId } = (await begin(call)).body;
    await call('PUT', `interviews/${clientId}/completion`, { progress: both() });
    const [stored] = await storedResponses();
    const path = `/api/responses/${stored?.id}`;
    const remark = { clientId: `remark_${randomUUID()}`, text: 'Look again' };
    await server.as('asa')('POST', `${path}/remarks`, remark);
    const returned = await server.as('asa')('POST', `${path}/return`);
    expect([returned.status, returned.body.detail]).toEqual([
      409,
      expect.stringContaining('by link'),
    ]);
    const correction = {
      reason: 'Seen otherwise',
      responseAnswers: [{ questionId: question(1).id, answerId: question(1).answers[2]!.id }],
    };
    const own = await server.as('asa')('POST', `${path}/corrections`, correction);
    expect(own.status).toBe(403);
    const admin = await server.as('alice')('POST', `${path}/corrections`, correction);
    expect([admin.status, admin.body.totalScore]).toEqual([200, 20]);
  });

  test('keeps its name when the contact has left and the hotel is deleted', async () => {
    const { call, contactId } = await aContact();
    const { clientId } = (await begin(call)).body;
    await call('PUT', `interviews/${clientId}/completion`, { progress: both() });
    const [stored] = await storedResponses();
    const deleted = await server.as('alice')('DELETE', `/api/hotels/${hotel.id}`);
    expect(deleted.status).toBe(204);
    const kept = await server.db
      .selectFrom('responses')
      .select(['respondentName', 'contactId', 'hotelId'])
      .where('id', '=', Number(stored?.id))
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ respondentName: 'Ana Hotel', contactId: null, hotelId: null });
    expect(contactId).toBeGreaterThan(0);
  });
});

describe('staff see the progress of an interview by link', () => {
  const underWay = async (who: 'connie' | 'alice' = 'connie') =>
    (await server.as(who)('GET', `/api/rounds/${round}`)).body.underWayByLink;

  test('while it is under way: how many questions are answered and when, but no answers', async () => {
    const { call, contactId } = await aContact();
    expect(await underWay()).toBeUndefined();
    const start = Date.now();
    clock = () => start;
    const { clientId } = (await begin(call)).body;
    const { name } = await server.db
      .selectFrom('hotelContacts')
      .select('name')
      .where('id', '=', contactId)
      .executeTakeFirstOrThrow();
    const at = (moment: number) => new Date(moment).toISOString();
    const questions = survey.questions.length;
    const about = { name, surveyTitle: survey.title, questions };
    expect(await underWay()).toEqual([{ ...about, answered: 0, changedAt: at(start) }]);
    clock = () => start + 60_000;
    await call('PUT', `interviews/${clientId}`, {
      progress: { [question(0).id]: entry(0, 2) },
      answeredAt: { [question(0).id]: start + 50_000 },
    });
    expect(await underWay()).toEqual([{ ...about, answered: 1, changedAt: at(start + 50_000) }]);
    await call('PUT', `interviews/${clientId}/completion`, { progress: both() });
    expect(await underWay()).toBeUndefined();
    expect(await storedResponses()).toHaveLength(1);
  });

  test('people without the hotel see nothing, and nobody sees another round or a removed contact', async () => {
    const { call, contactId } = await aContact();
    await begin(call);
    const path = `/api/rounds/${round}`;
    const others = [server.as('cole'), server.as('nobody')];
    const answers = await Promise.all(others.map((as) => as('GET', path)));
    expect(statusesOf(answers)).toEqual([404, 401]);
    const other = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
    const otherRound = await currentRound(server, other.id);
    const { body } = await server.as('connie')('GET', `/api/rounds/${otherRound}`);
    expect(body.underWayByLink).toBeUndefined();
    expect(await underWay()).toHaveLength(1);
    await server.as('connie')('DELETE', `/api/hotels/${hotel.id}/contacts/${contactId}`);
    expect(await underWay()).toBeUndefined();
  });
});

test('a response by link waits for a change of its hotel without holding its round', async () => {
  const { call } = await aContact();
  const { clientId } = (await begin(call)).body;
  const { answer } = await inTransaction(server.db, async (tx) => {
    // A change of a round locks its hotel, and then the round.
    await sql`select from hotels where id = ${hotel.id} for update`.execute(tx);
    const storing = call('PUT', `interviews/${clientId}/completion`, { progress: both() });
    await waitForLocks(server);
    await sql`select from rounds where id = ${round} for update nowait`.execute(tx);
    await sql`select from self_assessments where client_id = ${clientId} for update nowait`.execute(
      tx,
    );
    return { answer: storing };
  });
  expect((await answer).status).toBe(201);
});
