import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { RoundReview } from '#domain/rounds/review.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { anAssessedHotel, aSurvey, currentRound } from '#test/build.ts';
import { inTransaction, lockFor } from '#server/db/statements/transaction.ts';
import { sendEvidence } from '#test/evidence.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { readRound } from './read-round.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let round: number;
let sent = 0;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await anAssessedHotel(server);
  round = await currentRound(server, hotel.id);
});

/** Sends an interview in which every choice question got this option. */
function send(option: 0 | 1 | 2, more: object = {}, who: PersonName = 'connie') {
  sent += 1;
  return server.as(who)('POST', '/api/responses', {
    clientId: `offline_${sent}_reviews`,
    surveyId: survey.id,
    edition: survey.edition,
    hotelId: hotel.id,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    startedAt: new Date().toISOString(),
    completedAt: new Date().toISOString(),
    responseAnswers: survey.questions
      .filter(({ answers }) => answers.length > 0)
      .map(({ id, answers }) => ({ questionId: id, answerId: answers[option]?.id })),
    ...more,
  });
}
async function hold(option: 0 | 1 | 2, more: object = {}, who: PersonName = 'connie') {
  const { status, body } = await send(option, more, who);
  expect(status).toBe(201);
  return body;
}

const act = (who: PersonName, what: 'submit' | 'approve' | 'reopen', body?: object) =>
  server.as(who)('POST', `/api/rounds/${round}/${what}`, body);
const review = async (): Promise<RoundReview> =>
  (await server.as('asa')('GET', `/api/rounds/${round}`)).body;
const remarkOn = (response: number, more: object = {}) =>
  server.as('asa')('POST', `/api/responses/${response}/remarks`, {
    clientId: `remark_${(sent += 1)}_reviews`,
    text: 'Please look again',
    ...more,
  });
async function giveBack(response: number) {
  await remarkOn(response, { questionId: survey.questions[0]?.id });
  expect((await server.as('asa')('POST', `/api/responses/${response}/return`)).status).toBe(200);
}
/** Returns when the response was returned to Connie, as her devices read it. */
async function returnedAtOf(response: number): Promise<string | undefined> {
  const { body } = await server.as('connie')('GET', '/api/responses/returned');
  return body.find(({ responseId }: { responseId: number }) => responseId === response)?.returnedAt;
}
const eventsOf = async (action: string) =>
  (
    await server.db
      .selectFrom('auditEvents')
      .select('details')
      .where('action', '=', action)
      .where('objectId', '=', round)
      .execute()
  ).length;

test('a round is submitted, approved and reopened, each once however often it is sent', async () => {
  await hold(0);
  expect((await act('connie', 'submit')).body).toMatchObject({
    status: 'submitted',
    submittedBy: 'Connie Consultant',
  });
  expect((await act('connie', 'submit')).status).toBe(200);
  const first = await act('asa', 'approve');
  expect(first.body).toMatchObject({ status: 'approved', approvedBy: 'Asa Assessor' });
  expect((await act('asa', 'approve')).body).toEqual(first.body);
  const second = await act('alice', 'approve');
  expect([second.status, second.body.detail]).toEqual([
    409,
    'Asa Assessor has approved this round already.',
  ]);
  expect((await act('alice', 'reopen', { reason: ' ' })).status).toBe(400);
  const reopened = await act('alice', 'reopen', { reason: 'A photo is missing' });
  expect(reopened.body).toMatchObject({ status: 'open', approvedAt: null, submittedAt: null });
  expect((await act('alice', 'reopen', { reason: 'A photo is missing' })).body).toEqual(
    reopened.body,
  );
  for (const done of ['round.submitted', 'round.approved', 'round.reopened'])
    expect(await eventsOf(done)).toBe(1);
  expect((await act('asa', 'approve')).status).toBe(200);
});

test('of two people who approve at once, the second gets the name of the first', async () => {
  await hold(0);
  const answers = await Promise.all([act('asa', 'approve'), act('alice', 'approve')]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(
    /^(Asa Assessor|Alice Admin) has approved this round already\.$/,
  );
});

/** Returns a function that reads the round as a contact of the hotel does. */
async function linkToRound(): Promise<() => Promise<{ verdict: string; sameFindings?: object[] }>> {
  const path = `/api/hotels/${hotel.id}/contacts`;
  const connie = server.as('connie');
  const contact = await connie('POST', path, { clientId: 'contact_of_reviews', name: 'Ana' });
  const link = { clientId: 'link_of_reviews', roundId: round };
  const made = await connie('POST', `${path}/${contact.body.id}/links`, link);
  const opened = await server.app.inject({
    ...{ method: 'POST', url: '/api/link/open', payload: { token: made.body.token } },
  });
  const [cookie] = opened.cookies;
  const by = { cookie: `${cookie?.name}=${cookie?.value}` };
  return async () =>
    (await server.as('nobody')('GET', '/api/link/round', undefined, by)).body.result;
}

test('the same finding in as many interviews as the setting says turns the pass of their round', async () => {
  const [first] = survey.questions;
  const choices = survey.questions.filter(({ answers }) => answers.length > 0);
  const responseAnswers = choices.map(({ id, answers }) => ({
    questionId: id,
    answerId: answers[id === first?.id ? 0 : 2]?.id,
  }));
  const poor = [await hold(2, { responseAnswers }), await hold(2, { responseAnswers })];
  for (let good = 0; good < 4; good += 1) await hold(2);
  await act('asa', 'approve');
  const readByLink = await linkToRound();
  /**
   * Returns the verdict at every place that shows a round's verdict: its page, the hotel's rounds, the report
   * and the link.
   */
  const told = async () => {
    const read = async (path: string) => (await server.as('asa')('GET', path)).body;
    const { cycles } = await read(`/api/hotels/${hotel.id}/rounds`);
    const { assessments } = await read(`/api/hotels/${hotel.id}/report`);
    const own = cycles[0].rounds.find(({ id }: { id: number }) => id === round);
    return [await review(), own, assessments[0], await readByLink()].map(
      ({ verdict, sameFindings }) => ({ verdict, sameFindings }),
    );
  };
  const everywhere = (one: object) => Array.from({ length: 4 }, () => one);
  const passed = everywhere({ verdict: 'Pass', sameFindings: undefined });
  const { config } = server.deps;
  expect(await told()).toEqual(passed);
  Object.assign(config, { sameFaultCritical: 3 });
  expect(await told()).toEqual(passed);
  Object.assign(config, { sameFaultCritical: 2 });
  const same = [{ key: `id:${first?.id}`, name: 'question 1', interviews: 2 }];
  expect(await told()).toEqual(everywhere({ verdict: 'Needs Review', sameFindings: same }));
  // A response that does not count makes no finding critical.
  await server.db
    .updateTable('responses')
    .set({ counts: false })
    .where('id', '=', poor[0].id)
    .execute();
  expect(await told()).toEqual(passed);
  Object.assign(config, { sameFaultCritical: 0 });
});

test('an empty round is not approved, nor one that was not reopened reopened', async () => {
  const empty = await act('asa', 'approve');
  expect([empty.status, empty.body.detail]).toEqual([409, 'This round has no interviews yet.']);
  expect((await act('alice', 'reopen', { reason: 'Why' })).status).toBe(409);
});

test('whoever held all interviews does not approve, unless four eyes are switched off', async () => {
  await hold(0, {}, 'asa');
  expect((await review()).isOwn).toBe(true);
  const own = await act('asa', 'approve');
  expect([own.status, own.body.type]).toEqual([403, '/problems/not-allowed']);
  await hold(0);
  expect((await review()).isOwn).toBe(false);
  expect((await act('asa', 'approve')).status).toBe(200);
  await act('alice', 'reopen', { reason: 'To see' });
  await server.db
    .updateTable('responses')
    .set({ userId: server.idOf('asa') })
    .where('roundId', '=', round)
    .execute();
  Object.assign(server.deps.config, { fourEyes: false });
  expect((await act('asa', 'approve')).status).toBe(200);
  Object.assign(server.deps.config, { fourEyes: true });
});

test('what arrived since the reviewer looked is not approved unseen', async () => {
  await hold(0);
  const { seen } = await review();
  await hold(1);
  expect((await act('asa', 'approve', { seen })).body.type).toBe('/problems/changed-meanwhile');
  expect((await act('asa', 'approve', { seen: (await review()).seen })).status).toBe(200);
});

test('what arrives while a round is read is shown, and the approval asks for another look', async () => {
  await hold(0);
  const asa = {
    id: server.idOf('asa'),
    name: 'Asa Assessor',
    email: '',
    mustChangePassword: false,
  };
  const person = { ...asa, role: { id: 2, name: 'Assessor' as const, permissions: [] } };
  let hasArrived = false;
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'seen' in row) && !hasArrived) {
        hasArrived = true;
        await hold(1);
      }
      return result;
    },
  });
  const read = await readRound({ deps: server.deps, db, person, scope: { kind: 'all' } }, round);
  expect(read.interviews).toHaveLength(2);
  expect((await act('asa', 'approve', { seen: read.seen })).status).toBe(409);
});

test('a response that arrives after the approval is stored, and counts once an Admin accepts it', async () => {
  await hold(0);
  await act('asa', 'approve');
  const late = await hold(2);
  expect(late).toMatchObject({ reviewReasons: ['round-approved'], counts: false, roundId: round });
  expect(await review()).toMatchObject({ responses: 1, percent: 0, interviewCount: 2 });
  const path = `/api/responses/${late.id}/review`;
  const refused = await server.as('asa')('PUT', path, { decision: 'accept' });
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/round-approved']);
  expect((await server.as('alice')('PUT', path, { decision: 'accept' })).status).toBe(200);
  expect(await review()).toMatchObject({ responses: 2, percent: 50 });
});

test('a response that is being stored when its round is approved is part of what is approved', async () => {
  await hold(0);
  const calls = await inTransaction(server.db, async (tx) => {
    // The storing statement waits for this at its end.
    await sql`select from survey_editions where survey_id = ${survey.id} for update`.execute(tx);
    const storing = send(0);
    await waitForLocks(server);
    const approving = act('asa', 'approve');
    await Promise.race([approving, waitForLocks(server, 2)]);
    return { storing, approving };
  });
  expect(await calls.storing).toMatchObject({ status: 201, body: { counts: true } });
  expect((await calls.approving).status).toBe(200);
  expect(await responsesWithActions()).toEqual({ counting: 2, inActions: 2 });
});

test('responses are stored while their round is approved and reopened again and again', async () => {
  await hold(0);
  let goesOn = true;
  const flip = async (approvedAt: string | null) =>
    inTransaction(server.db, async (tx) => {
      // As an approval does, so that the storing statements wait for it.
      await lockFor(tx, 'approval of', round);
      const status = approvedAt === null ? 'open' : 'approved';
      await tx.updateTable('rounds').set({ approvedAt, status }).where('id', '=', round).execute();
    });
  const flipping = (async () => {
    while (goesOn) {
      await flip(new Date().toISOString());
      await flip(null);
    }
  })();
  const answers = [];
  for (let n = 0; n < 60; n += 1)
    answers.push(...(await Promise.all(Array.from({ length: 4 }, () => send(0)))));
  goesOn = false;
  await flipping;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect((await review()).interviewCount).toBe(241);
});

test('a response, an approval and a change of the hotel at once do not wait for each other in a circle', async () => {
  await hold(0);
  const calls = await inTransaction(server.db, async (tx) => {
    // Who waits for this row does so in the order of arrival.
    await sql`select from hotels where id = ${hotel.id} for update`.execute(tx);
    const approving = act('asa', 'approve');
    await waitForLocks(server);
    const changing = server.as('alice')('PATCH', `/api/hotels/${hotel.id}`, { hotelCity: 'Bern' });
    await waitForLocks(server, 2);
    const storing = send(0);
    await waitForLocks(server, 3);
    // The response waits for the approval. If it waited for the hotel, behind the change, the approval would wait for
    // the response, and the change for the approval.
    expect(await waitedFor()).toEqual(['advisory', 'transactionid', 'tuple']);
    return [approving, changing, storing];
  });
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
});

/** Returns the kinds of locks for which statements wait: a row's is the transaction that has it, or a place in its queue. */
async function waitedFor(): Promise<string[]> {
  const { rows } = await server.deps.pool.query<{ kind: string }>(
    `select wait_event as kind from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' order by 1`,
  );
  return rows.map(({ kind }) => kind);
}

/** Returns how many responses of the round count, and how many of them its actions name. */
async function responsesWithActions() {
  const { rows } = await server.deps.pool.query<{ counting: number; inActions: number }>(
    `select count(*)::int as counting, count(*) filter (where exists (
       select from actions where round_id = $1 and response.id = any(responses)))::int as "inActions"
     from responses response where round_id = $1 and counts`,
    [round],
  );
  return rows[0];
}

test('after reopening, an Assessor accepts what arrived late', async () => {
  await hold(0);
  await act('asa', 'approve');
  const late = await hold(2);
  await act('alice', 'reopen', { reason: 'One arrived late' });
  const path = `/api/responses/${late.id}/review`;
  expect((await server.as('asa')('PUT', path, { decision: 'accept' })).body.counts).toBe(true);
});

test('a correction and an approval at once: the correction is in what was approved, or refused', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const { id } = await hold(0);
    const [question] = survey.questions;
    const correction = server.as('connie')('POST', `/api/responses/${id}/corrections`, {
      responseAnswers: [{ questionId: question?.id, answerId: question?.answers[2]?.id }],
    });
    const [corrected, approved] = await Promise.all([correction, act('asa', 'approve')]);
    expect(approved.status).toBe(200);
    const isIn = (await server.as('asa')('GET', `/api/responses/${id}`)).body.totalScore === 10;
    expect(isIn).toBe(corrected.status === 200);
    expect([undefined, '/problems/round-approved']).toContain(corrected.body.type);
    await act('alice', 'reopen', { reason: 'Once more' });
  }
});

test('an approval waits for a change that is under way', async () => {
  const { id } = await hold(0);
  const client = await server.deps.pool.connect();
  await client.query('begin');
  await client.query('select from rounds where id = $1 for key share', [round]);
  let isDone = false;
  const approving = act('asa', 'approve').then((answer) => {
    isDone = true;
    return answer;
  });
  await new Promise((done) => setTimeout(done, 150));
  expect(isDone).toBe(false);
  await client.query('commit');
  client.release();
  expect((await approving).status).toBe(200);
  const [question] = survey.questions;
  const answer = await server.as('alice')('POST', `/api/responses/${id}/corrections`, {
    reason: 'It was meant so',
    responseAnswers: [{ questionId: question?.id, answerId: question?.answers[2]?.id }],
  });
  expect(answer.body.detail).toMatch(
    /^This round was approved on \d{1,2} [A-Z][a-z]+ \d{4} by Asa Assessor\. Ask an Admin to reopen it\.$/,
  );
});

test('a change waits for an approval that is under way, and is refused', async () => {
  const { id } = await hold(0);
  const client = await server.deps.pool.connect();
  await client.query('begin');
  await client.query('select from rounds where id = $1 for update', [round]);
  await client.query("update rounds set status = 'approved', approved_at = now() where id = $1", [
    round,
  ]);
  const correcting = server.as('connie')('POST', `/api/responses/${id}/corrections`, {
    responseAnswers: [{ questionId: survey.questions.at(-1)?.id, textValue: 'Nothing else' }],
  });
  await new Promise((done) => setTimeout(done, 150));
  await client.query('commit');
  client.release();
  expect((await correcting).body.type).toBe('/problems/round-approved');
});

test('a remark is stored once, stands at its question, is resolved and opened again', async () => {
  const { id } = await hold(0);
  const questionId = survey.questions[0]?.id;
  const clientId = 'remark_sent_twice';
  expect((await remarkOn(id, { clientId, questionId })).status).toBe(201);
  const again = await remarkOn(id, { clientId, questionId });
  expect([again.status, again.body.remarks.length]).toEqual([200, 1]);
  expect((await remarkOn(id, { clientId, text: 'Other words' })).status).toBe(409);
  expect((await remarkOn(id, { questionId: 2_000_000_000 })).status).toBe(400);
  const [remark] = again.body.remarks;
  expect(remark).toMatchObject({ questionId, author: 'Asa Assessor', resolvedAt: null });
  const path = `/api/responses/${id}/remarks/${remark.id}`;
  const resolved = await server.as('alice')('PUT', path, { resolved: true });
  expect(resolved.body.remarks[0].resolvedAt).not.toBeNull();
  const reopened = await server.as('alice')('PUT', path, { resolved: false });
  expect(reopened.body.remarks[0].resolvedAt).toBeNull();
  const events = await server.db
    .selectFrom('auditEvents')
    .select('action')
    .where('objectId', '=', id)
    .where('action', 'like', 'response.remark%')
    .orderBy('id')
    .execute();
  const acts = events.map(({ action }) => action.replace('response.', ''));
  expect(acts).toEqual(['remarked', 'remark-resolved', 'remark-reopened']);
});

test('a response takes 200 remarks', async () => {
  const { id } = await hold(0);
  await server.deps.pool.query(
    `insert into review_remarks (client_id, response_id, text, author)
     select 'remark_many_' || n, $1, 'Look', 'Asa' from generate_series(1, 200) n`,
    [id],
  );
  expect((await remarkOn(id)).body.detail).toBe(
    'This response has 200 remarks, and takes no more.',
  );
});

test('a response is returned with a remark alone, and still counts', async () => {
  const { id } = await hold(0);
  const path = `/api/responses/${id}/return`;
  const early = await server.as('asa')('POST', path);
  expect([early.status, early.body.detail]).toEqual([
    409,
    'Write a remark first. It tells the sender what to correct.',
  ]);
  await remarkOn(id);
  expect((await server.as('asa')('POST', path)).body.returnedBy).toBe('Asa Assessor');
  expect((await server.as('asa')('POST', path)).status).toBe(200);
  const other = await server.as('alice')('POST', path);
  expect(other.body.detail).toBe('Asa Assessor has returned this response already.');
  expect((await review()).responses).toBe(1);
  const { body } = await server.as('connie')('GET', '/api/responses/returned');
  expect(body.filter((one: { responseId: number }) => one.responseId === id)).toMatchObject([
    {
      hotelId: hotel.id,
      returnedBy: 'Asa Assessor',
      reviewRemarks: [{ text: 'Please look again' }],
    },
  ]);
  expect(Object.keys(body[0].progress)).toHaveLength(2);
  for (const who of ['asa', 'cole'] as const)
    expect((await server.as(who)('GET', '/api/responses/returned')).body).toEqual([]);
});

test('what was a finding in the last closed cycle too is a repeat finding', async () => {
  const [first, second] = survey.questions;
  const no = ({ id, answers }: NonNullable<typeof first>) => ({
    questionId: id,
    answerId: answers[0]?.id,
  });
  await hold(2, { responseAnswers: [no(first!)] });
  const repeats = async () =>
    (await review()).interviews[0]?.answers.map(({ questionId, isRepeat }) => [
      questionId,
      isRepeat,
    ]);
  expect(await repeats()).toEqual([[first?.id, false]]);
  for (const change of [
    { stage: 'Disposition' },
    { stage: 'Initiated' },
    { stage: 'Onsite Assessment' },
  ])
    await server.as('connie')('PATCH', `/api/hotels/${hotel.id}`, change);
  round = await currentRound(server, hotel.id);
  await hold(0, { responseAnswers: [no(first!), no(second!)] });
  expect(await repeats()).toEqual([
    [first?.id, true],
    [second?.id, false],
  ]);
});

test('nothing is returned to a sender who cannot sign in any more, or has lost the hotel', async () => {
  const { id } = await hold(0);
  await remarkOn(id);
  const path = `/api/responses/${id}/return`;
  const refused = { status: 409, detail: expect.stringContaining('nobody has it to correct') };
  const consultant = (who: PersonName) =>
    server.db
      .updateTable('hotels')
      .set({ serviceConsultantId: server.idOf(who) })
      .where('id', '=', hotel.id)
      .execute();
  await consultant('cole');
  expect((await server.as('asa')('POST', path)).body).toMatchObject(refused);
  await consultant('connie');
  const setActive = (isActive: boolean) =>
    server.db
      .updateTable('systemUsers')
      .set({ isActive })
      .where('id', '=', server.idOf('connie'))
      .execute();
  await setActive(false);
  expect((await server.as('asa')('POST', path)).body).toMatchObject(refused);
  await setActive(true);
  expect((await server.as('asa')('POST', path)).status).toBe(200);
});

test('a revision takes the place of what was returned, once however often it is sent', async () => {
  const former = await hold(0, { notes: 'In a hurry' });
  await giveBack(former.id);
  const revision = { clientId: 'offline_revision_1', revises: former.clientId, notes: 'Calmly' };
  const file = await sendEvidence(server, 'connie', {
    interview: revision.clientId,
    question: survey.questions[0]?.id ?? 1,
  });
  const session = await server.as('connie')('POST', '/api/interview-sessions', {
    ...{ clientId: revision.clientId, hotelId: hotel.id, surveyId: survey.id },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
  });
  expect(session.status).toBe(201);
  const sending = { startedAt: '2026-03-01T10:00:00Z', completedAt: '2026-03-01T11:00:00Z' };
  const answers = await Promise.all([
    send(2, { ...revision, ...sending }),
    send(2, { ...revision, ...sending }),
  ]);
  answers.push(await send(2, { ...revision, ...sending }));
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '200', '201']);
  for (const { body } of answers)
    expect(body).toMatchObject({
      ...{ id: former.id, ...revision, totalScore: 20, counts: true, applied: true },
    });
  const { interviews } = await review();
  expect(interviews).toMatchObject([
    { responseId: former.id, percent: 100, notes: 'Calmly', returnedAt: null, unapplied: [] },
  ]);
  expect(interviews[0]?.completedAt).toBe(former.completedAt);
  expect(interviews[0]?.remarks[0]?.resolvedAt).not.toBeNull();
  expect(interviews[0]?.revisions).toMatchObject([{ by: 'Connie Consultant', totalScore: 0 }]);
  expect(interviews[0]?.revisions[0]?.changes).toHaveLength(2);
  const late = await sendEvidence(server, 'connie', {
    interview: revision.clientId,
    question: survey.questions[1]?.id ?? 1,
  });
  expect([file.status, late.status]).toEqual([201, 201]);
  const { body } = await server.as('asa')('GET', `/api/evidence?interview=${former.clientId}`);
  const held = body.held.map((one: { fileId: string }) => one.fileId);
  expect(new Set(held)).toEqual(new Set([file.body.fileId, late.body.fileId]));
  expect((await send(0, { ...revision, ...sending })).status).toBe(409);
  const sessions = await server.as('connie')('GET', `/api/interview-sessions/hotel/${hotel.id}`);
  expect(sessions.body).toContainEqual(
    expect.objectContaining({ clientId: revision.clientId, status: 'completed' }),
  );
  // The first envelope still has its own receipt.
  const { rows } = await server.deps.pool.query(
    'select notes from response_revisions where client_id = $1',
    [revision.clientId],
  );
  expect(rows).toEqual([{ notes: 'In a hurry' }]);
});

test('a revision takes its session before the hotel, as the deletion of the hotel does', async () => {
  const former = await hold(0);
  await giveBack(former.id);
  const clientId = 'offline_revision_begun';
  const { body: session } = await server.as('connie')('POST', '/api/interview-sessions', {
    ...{ clientId, hotelId: hotel.id, surveyId: survey.id },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
  });
  const { revising } = await inTransaction(server.db, async (tx) => {
    const sessions = tx.selectFrom('interviewSessions').where('id', '=', session.id);
    await sessions.select('id').forUpdate().execute();
    const revising = send(2, { clientId, revises: former.clientId });
    await waitForLocks(server);
    const hotels = tx.selectFrom('hotels').where('id', '=', hotel.id);
    await hotels.select('id').forUpdate().noWait().execute();
    return { revising };
  });
  expect((await revising).body).toMatchObject({ id: former.id, applied: true });
});

test('a returned response tells its round and what was asked, and a revision keeps its times', async () => {
  const [question] = survey.questions;
  const former = await hold(0, { timing: { [question?.id ?? 0]: 12 } });
  await server.db
    .updateTable('responses')
    .set({ asked: [question?.id ?? 0] })
    .where('id', '=', former.id)
    .execute();
  await giveBack(former.id);
  const returned = async () => {
    const { body } = await server.as('connie')('GET', '/api/responses/returned');
    return body.find((one: { responseId: number }) => one.responseId === former.id);
  };
  const expected = { roundId: round, hotelCity: expect.any(String) };
  // Only a re-assessment asks a part of a survey.
  expect(await returned()).toMatchObject(expected);
  expect((await returned()).asked).toBeUndefined();
  await server.db
    .updateTable('rounds')
    .set({ questions: [`id:${question?.id}`] })
    .where('id', '=', round)
    .execute();
  expect(await returned()).toMatchObject({ ...expected, asked: [question?.id] });
  await server.db.updateTable('rounds').set({ questions: null }).where('id', '=', round).execute();
  const revision = { clientId: 'offline_revision_timed', revises: former.clientId };
  expect((await send(2, revision)).body.applied).toBe(true);
  const detail = await server.as('asa')('GET', `/api/responses/${former.id}`);
  expect(detail.body.timing).toEqual({ [question?.id ?? 0]: 12 });
});

test('a revision that asks what its round asks is not flagged as incomplete, and one that asks something else is flagged', async () => {
  const [question, other] = survey.questions;
  const asked = [question?.id ?? 0];
  await server.db
    .updateTable('rounds')
    .set({ questions: [`id:${question?.id}`] })
    .where('id', '=', round)
    .execute();
  const part = {
    ...{ roundId: round, asked },
    responseAnswers: [{ questionId: question?.id, answerId: question?.answers[2]?.id }],
  };
  const former = await hold(0, part);
  await giveBack(former.id);
  const { body } = await send(2, { ...part, revises: former.clientId });
  expect(body).toMatchObject({ applied: true, asked, reviewReasons: [] });
  await giveBack(former.id);
  const others = { ...part, asked: [other?.id ?? 0], responseAnswers: [] };
  const differing = await send(2, { ...others, revises: former.clientId });
  expect(differing.body).toMatchObject({ applied: true, asked: others.asked });
  expect(differing.body.reviewReasons.toSorted()).toEqual(['asked-differs', 'incomplete']);
});

test('a revision that arrives after the approval is kept and not applied', async () => {
  const former = await hold(0);
  await giveBack(former.id);
  await act('asa', 'approve');
  expect((await server.as('connie')('GET', '/api/responses/returned')).body).not.toContainEqual(
    expect.objectContaining({ responseId: former.id }),
  );
  const late = { clientId: 'offline_revision_late', revises: former.clientId };
  const { status, body } = await send(2, late);
  expect(status).toBe(201);
  expect(body).toMatchObject({ id: former.id, totalScore: 0, corrected: false, applied: false });
  expect(body.reviewReasons).toEqual(['approved-meanwhile']);
  const { interviews } = await review();
  expect(interviews[0]).toMatchObject({
    percent: 0,
    revisions: [],
    unapplied: [{ by: 'Connie Consultant', totalScore: 20 }],
  });
  expect(interviews[0]?.unapplied[0]?.changes).toHaveLength(2);
});

test('what revises nothing is stored by itself, flagged, and counts once it is accepted', async () => {
  const former = await hold(0);
  for (const [who, revises] of [
    ['connie', former.clientId],
    ['asa', former.clientId],
    ['connie', 'offline_unknown'],
  ] as const) {
    const { status, body } = await send(2, { revises }, who);
    expect(status).toBe(201);
    expect(body).toMatchObject({ reviewReasons: ['revises-nothing'], counts: false, revises });
    expect(body.id).not.toBe(former.id);
    expect(body.applied).toBeUndefined();
  }
  expect((await review()).responses).toBe(1);
  // Only the person to whom the response was returned can replace it.
  await giveBack(former.id);
  const { body } = await send(2, { revises: former.clientId }, 'asa');
  expect(body).toMatchObject({ reviewReasons: ['revises-nothing'], counts: false });
});

test('of two devices that correct one return, the second never replaces what the first one sent', async () => {
  const former = await hold(0);
  await giveBack(former.id);
  const both = { revises: former.clientId, revisesReturn: await returnedAtOf(former.id) };
  const first = await send(2, { ...both, clientId: 'offline_device_first' });
  expect(first.body).toMatchObject({ id: former.id, applied: true });
  // The reviewer has read the first one, and returned the response once more.
  await giveBack(former.id);
  const times = { startedAt: '2026-03-01T10:00:00Z', completedAt: '2026-03-01T11:00:00Z' };
  const second = { ...both, ...times, clientId: 'offline_device_second' };
  const sent = [await send(1, second), await send(1, second)];
  expect(sent.map(({ status }) => status)).toEqual([201, 200]);
  for (const { body } of sent) {
    expect(body).toMatchObject({ reviewReasons: ['revises-nothing'], counts: false });
    expect([body.id === former.id, body.applied]).toEqual([false, undefined]);
  }
  const { interviews } = await review();
  const now = interviews.find(({ responseId }) => responseId === former.id);
  expect(now).toMatchObject({ percent: 100, returnedAt: expect.any(String) });
  expect(now?.remarks.at(-1)?.resolvedAt).toBeNull();
  // A correction that was begun after the second return replaces the response.
  const third = { ...both, clientId: 'offline_device_third' };
  third.revisesReturn = await returnedAtOf(former.id);
  expect((await send(1, third)).body).toMatchObject({ id: former.id, applied: true });
});

test('a return that was taken back and made again takes what was begun before', async () => {
  const former = await hold(0);
  await giveBack(former.id);
  const returnedAt = await returnedAtOf(former.id);
  const [remark] = (await review()).interviews[0]?.remarks ?? [];
  const path = `/api/responses/${former.id}/remarks/${remark?.id}`;
  expect((await server.as('asa')('PUT', path, { resolved: true })).status).toBe(200);
  await giveBack(former.id);
  const body = { revises: former.clientId, revisesReturn: returnedAt };
  expect((await send(2, body)).body).toMatchObject({ id: former.id, applied: true });
});

test('a revision of a deleted response does not bring it back', async () => {
  const former = await hold(0);
  await giveBack(former.id);
  expect((await server.as('asa')('DELETE', `/api/responses/${former.id}`)).status).toBe(204);
  expect((await send(2, { revises: former.clientId })).status).toBe(410);
});

test('a photo that its response named is taken after the approval too', async () => {
  const interview = 'offline_photo_reviews';
  const question = survey.questions[0]?.id ?? 1;
  const named = await sendEvidence(server, 'connie', { interview: 'offline_elsewhere', question });
  const { digest, size } = named.body;
  const files = [{ fileId: 'file_named_late', questionId: question, kind: 'photo', digest, size }];
  await hold(0, { clientId: interview, files });
  await act('asa', 'approve');
  const more = { interview, question };
  const taken = await sendEvidence(server, 'connie', { ...more, fileId: 'file_named_late' });
  expect(taken.status).toBe(201);
  const other = await sendEvidence(server, 'connie', more);
  expect([other.status, other.body.type]).toEqual([409, '/problems/round-approved']);
});

test('an interview says why it needs a review where its percent does not', async () => {
  const strict = await aSurvey(server);
  const [first] = strict.questions;
  const made = await server.as('alice')('PUT', `/api/questions/${first?.id}`, { critical: true });
  expect(made.status).toBe(200);
  const { body: now } = await server.as('alice')('GET', `/api/surveys/${strict.id}/with-questions`);
  const answers = (ofFirst: 0 | 2) =>
    strict.questions
      .filter((question) => question.answers.length > 0)
      .map(({ id, answers: options }) => ({
        questionId: id,
        answerId: options[id === first?.id ? ofFirst : 2]?.id,
      }));
  for (const ofFirst of [0, 2] as const)
    await hold(2, {
      ...{ surveyId: strict.id, edition: now.edition, responseAnswers: answers(ofFirst) },
    });
  const { interviews } = await review();
  expect(interviews.map(({ why }) => why)).toEqual([
    expect.stringMatching(/^Needs Review: \d+\.\d%.* question 1 \(critical\) failed$/),
    undefined,
  ]);
});
