import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { mostAppeals } from '#domain/appeals/appeal.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel, anAssessedHotel, aSurvey, currentRound } from '#test/build.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let round: number;
/** A response that Connie held, 10 of 20 points, in an approved round. */
let response: { id: number; clientId: string };
let sent = 0;
type Question = SurveyWithQuestions['questions'][number];
/** The server's clock. */
let clock = () => Date.now();
beforeAll(async () => {
  server = await openTestApp({ now: () => clock() }, { TIME_ZONE: 'Pacific/Auckland' });
  survey = await aSurvey(server, { allowNa: true, code: 'FO-1' });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock = () => Date.now();
  hotel = await anAssessedHotel(server);
  round = await currentRound(server, hotel.id);
  response = await hold();
  await approve();
});

const [first, second, words] = [0, 1, 2];
const question = (place: number) => {
  const found = survey.questions[place];
  if (!found) throw new TypeError(`There is no question ${place}`);
  return found;
};
const option = (place: number, at: number) => question(place).answers[at]?.id;

/** Sends an interview with the worst answer to the first question and this one, or the best, to the second. */
async function hold(who: PersonName = 'connie', other = 2, more: object = {}) {
  sent += 1;
  const { status, body } = await server.as(who)('POST', '/api/responses', {
    ...{ clientId: `offline_${sent}_appeals`, surveyId: survey.id, edition: survey.edition },
    ...{ hotelId: hotel.id, respondentName: 'Rosa Respondent', respondentJobTitle: 'Desk' },
    responseAnswers: [
      { questionId: question(first).id, answerId: option(first, 0), note: 'Seen at noon' },
      { questionId: question(second).id, answerId: option(second, other) },
      { questionId: question(words).id, textValue: 'It was well' },
    ],
    ...more,
  });
  expect(status).toBe(201);
  return body;
}
async function approve(who: PersonName = 'asa') {
  expect((await server.as(who)('POST', `/api/rounds/${round}/approve`)).status).toBe(200);
}
const reopen = () =>
  server.as('alice')('POST', `/api/rounds/${round}/reopen`, { reason: 'To look again' });

/** Files an appeal against the first question: the best answer was right. */
function file(more: object = {}, who: PersonName = 'connie') {
  return server.as(who)('POST', '/api/appeals', {
    ...{ clientId: `appeal_${(sent += 1)}_x`, responseId: response.id },
    ...{ questionId: question(first).id, wanted: option(first, 2), claim: 'We have a photo' },
    ...more,
  });
}
async function filed(more: object = {}, who: PersonName = 'connie'): Promise<number> {
  const { status, body } = await file(more, who);
  expect(status).toBe(201);
  return body.id;
}
const decide = (id: number, decision: string, who: PersonName = 'asa', reason = 'We saw it too') =>
  server.as(who)('PUT', `/api/appeals/${id}/decision`, { decision, reason });
const withdraw = (id: number, who: PersonName = 'connie') =>
  server.as(who)('POST', `/api/appeals/${id}/withdraw`);
const detail = async () => (await server.as('connie')('GET', `/api/responses/${response.id}`)).body;
const review = async (who: PersonName = 'asa') =>
  (await server.as(who)('GET', `/api/rounds/${round}`)).body;
const rows = () =>
  server.db.selectFrom('appeals').selectAll().where('responseId', '=', response.id).execute();
const eventsOf = async (action: string, id: number) =>
  server.db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', action)
    .where('objectId', '=', id)
    .execute();
const said = ({ status, body }: Awaited<ReturnType<typeof file>>) => [status, body.detail];
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => String(status)).toSorted();

test('an appeal that is upheld changes the answer, keeps what was there, and leaves the round approved', async () => {
  const id = await filed();
  expect((await review()).appeals.list).toMatchObject([
    { id, number: 1, wantedText: 'Excellent', status: 'open', canDecide: true, canWithdraw: false },
  ]);
  const { status, body } = await decide(id, 'upheld');
  expect([status, body.status, body.closedBy, body.reason]).toEqual([
    ...[200, 'upheld', 'Asa Assessor', 'We saw it too'],
  ]);
  const now = await detail();
  expect(now).toMatchObject({ totalScore: 20, percent: 100, percentBeforeAppeal: 50 });
  expect(now.revisions).toMatchObject([
    {
      ...{ cause: 'appeal', by: 'Asa Assessor', reason: 'We saw it too', totalScore: 10 },
      changes: [{ number: 1, from: { score: 0 }, to: { score: 10 } }],
    },
  ]);
  // The note stays, and so does the lock.
  expect(now.responseAnswers[0].note).toBe('Seen at noon');
  expect(await review()).toMatchObject({ status: 'approved', percent: 100 });
  const correction = await server.as('alice')('POST', `/api/responses/${response.id}/corrections`, {
    ...{ reason: 'No', responseAnswers: [{ questionId: question(first).id, answerId: null }] },
  });
  expect(correction.body.type).toBe('/problems/round-approved');
  expect(await eventsOf('appeal.decided', id)).toMatchObject([
    { details: { decision: 'upheld', pointsBefore: 10, pointsAfter: 20, maxScore: 20 } },
  ]);
});

test('both scores stand in lists, in the round and in the file; averages use what is true now', async () => {
  const path = `/api/results/responses?hotelId=${hotel.id}`;
  const csv = async () =>
    String((await server.as('asa')('GET', `/api/results/export?hotelId=${hotel.id}`)).body);
  expect((await server.as('asa')('GET', path)).body.rows[0].percentBeforeAppeal).toBeUndefined();
  expect(await csv()).not.toContain('before Appeal');
  await decide(await filed(), 'upheld');
  expect((await server.as('asa')('GET', path)).body.rows).toMatchObject([
    { percent: 100, percentBeforeAppeal: 50 },
  ]);
  const { interviews, percent } = await review();
  expect([percent, interviews[0].percent, interviews[0].percentBeforeAppeal]).toEqual([
    ...[100, 100, 50],
  ]);
  const { body: report } = await server.as('asa')('GET', `/api/hotels/${hotel.id}/report`);
  expect(report.interviews).toMatchObject([{ percent: 100, percentBeforeAppeal: 50 }]);
  const [head, line] = (await csv()).split('\r\n');
  const place = head?.split(',').indexOf('Percentage before Appeal') ?? -1;
  expect(line?.split(',')[place]).toBe('50');
});

test('a decision waits for the deletion of a person whom the response names before it locks anything', async () => {
  const id = await filed();
  const who = server.idOf('cole');
  await server.db
    .updateTable('responses')
    .set({ reviewedAt: new Date().toISOString(), reviewedById: who })
    .where('id', '=', response.id)
    .execute();
  const { call } = await inTransaction(server.db, async (tx) => {
    await tx.selectFrom('systemUsers').select('id').where('id', '=', who).forUpdate().execute();
    const deciding = decide(id, 'upheld');
    await waitForLocks(server);
    const reviewed = tx.updateTable('responses').set({ reviewedById: null });
    await reviewed.where('id', '=', response.id).execute();
    return { call: deciding };
  });
  expect((await call).status).toBe(200);
});

test('a second appeal of the response leaves the score before the first', async () => {
  await decide(await filed(), 'upheld');
  const other = { questionId: question(second).id, wanted: option(second, 0) };
  await decide(await filed(other), 'upheld');
  expect(await detail()).toMatchObject({ percent: 50, percentBeforeAppeal: 50 });
  await decide(await filed({ ...other, wanted: 'na' }), 'upheld');
  expect(await detail()).toMatchObject({ maxScore: 10, percent: 100, percentBeforeAppeal: 50 });
});

test('a rejected appeal changes nothing but itself, and needs a reason', async () => {
  const id = await filed();
  const none = await decide(id, 'rejected', 'asa', ' ');
  expect([none.status, none.body.errors]).toEqual([
    ...[400, [{ path: 'reason', message: 'Reason is required' }]],
  ]);
  const neither = await decide(id, 'perhaps');
  expect([neither.status, neither.body.errors[0].path]).toEqual([400, 'decision']);
  const before = await detail();
  expect((await decide(id, 'rejected')).body.status).toBe('rejected');
  const { appeals: _, ...after } = await detail();
  const { appeals: __, ...former } = before;
  expect(after).toEqual(former);
  // The hotel may appeal once more while there is time.
  await filed();
});

test('an appeal is withdrawn by the person who filed it, until it is decided', async () => {
  const id = await filed();
  expect(said(await withdraw(id, 'asa'))).toEqual([
    ...[403, 'Only Connie Consultant can withdraw this appeal.'],
  ]);
  const { body } = await withdraw(id);
  expect([body.status, body.canWithdraw]).toEqual(['withdrawn', false]);
  expect((await withdraw(id)).status).toBe(200);
  expect(await eventsOf('appeal.withdrawn', id)).toHaveLength(1);
  expect(said(await decide(id, 'upheld'))).toEqual([
    ...[409, 'Connie Consultant has withdrawn this appeal already.'],
  ]);
  const other = await filed();
  await decide(other, 'rejected');
  expect(said(await withdraw(other))).toEqual([
    ...[409, 'Asa Assessor has rejected this appeal already.'],
  ]);
});

test('the same appeal sent twice, at once too, is stored once', async () => {
  const clientId = 'appeal_twice_x';
  const answers = await Promise.all([file({ clientId }), file({ clientId })]);
  expect(statusesOf(answers)).toEqual(['200', '201']);
  expect(answers[0].body).toEqual(answers[1].body);
  expect(await rows()).toHaveLength(1);
  expect(await eventsOf('appeal.filed', answers[0].body.id)).toHaveLength(1);
  const elsewhere = await hold();
  const others = [
    await file({ clientId, claim: 'Something else' }),
    await file({ clientId, wanted: option(first, 1) }),
    await file({ clientId, questionId: question(second).id, wanted: option(second, 0) }),
    await file({ clientId, responseId: elsewhere.id }),
    await file({ clientId }, 'alice'),
  ];
  await filed({ clientId: 'appeal_na_x', questionId: question(second).id, wanted: 'na' });
  others.push(await file({ clientId: 'appeal_na_x', wanted: 'na' }));
  for (const { body } of others) expect(body.type).toBe('/problems/same-key-other-content');
  // The same client id still returns the first appeal after its decision.
  await decide(answers[0].body.id, 'rejected');
  expect((await file({ clientId })).body.status).toBe('rejected');
});

test('of two appeals of one question at once, one is stored', async () => {
  const answers = await Promise.all([file(), file()]);
  expect(statusesOf(answers)).toEqual(['201', '409']);
  expect(answers.find(({ status }) => status === 409)?.body.detail).toBe(
    'This question has an open appeal already.',
  );
  expect(await rows()).toHaveLength(1);
  // Another question has an appeal of its own.
  await filed({ questionId: question(second).id, wanted: option(second, 0) });
});

test('of two people who decide at once, one wins, and the other gets their name', async () => {
  const id = await filed();
  const answers = await Promise.all([
    decide(id, 'upheld', 'asa', 'Yes'),
    decide(id, 'rejected', 'alice', 'No'),
  ]);
  expect(statusesOf(answers)).toEqual(['200', '409']);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body.detail).toMatch(
    /^(Asa Assessor|Alice Admin) has (upheld|rejected) this appeal/,
  );
  const [row] = await rows();
  expect((await detail()).totalScore).toBe(row?.status === 'upheld' ? 20 : 10);
});

test('a decision that is sent twice answers alike, and changes the response once', async () => {
  const id = await filed();
  const answers = await Promise.all([decide(id, 'upheld'), decide(id, 'upheld')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0].body).toEqual(answers[1].body);
  expect((await detail()).revisions).toHaveLength(1);
  expect(await eventsOf('appeal.decided', id)).toHaveLength(1);
  for (const other of [
    await decide(id, 'rejected'),
    await decide(id, 'upheld', 'alice'),
    await decide(id, 'upheld', 'asa', 'For another reason'),
  ])
    expect(said(other)).toEqual([409, 'Asa Assessor has upheld this appeal already.']);
});

test('neither who held the interview nor who filed the appeal decides it, while somebody else can', async () => {
  const heldBy = (who: PersonName) =>
    server.db
      .updateTable('responses')
      .set({ userId: server.idOf(who) })
      .where('id', '=', response.id)
      .execute();
  await heldBy('asa');
  const id = await filed();
  expect(said(await decide(id, 'upheld', 'asa'))).toEqual([
    ...[403, 'You held this interview, so somebody else must decide the appeal.'],
  ]);
  expect((await review('asa')).appeals.list[0].canDecide).toBe(false);
  expect((await review('alice')).appeals.list[0].canDecide).toBe(true);
  expect((await decide(id, 'upheld', 'connie')).status).toBe(403);
  expect((await decide(id, 'upheld', 'alice')).status).toBe(200);

  await heldBy('connie');
  const own = await filed({ wanted: option(first, 1) }, 'alice');
  expect(said(await decide(own, 'upheld', 'alice'))).toEqual([
    ...[403, 'You filed this appeal, so somebody else must decide it.'],
  ]);
  Object.assign(server.deps.config, { fourEyes: false });
  expect((await decide(own, 'upheld', 'alice')).status).toBe(200);
  Object.assign(server.deps.config, { fourEyes: true });

  // Both people who can decide here had a part, and somebody has to decide.
  await heldBy('asa');
  const both = await filed({ wanted: option(first, 0) }, 'alice');
  expect((await review('connie')).appeals.list.at(-1).canDecide).toBe(false);
  expect((await decide(both, 'upheld', 'asa')).status).toBe(200);
});

test('somebody who cannot sign in decides no appeal, so whoever held the interview may', async () => {
  await server.db
    .updateTable('responses')
    .set({ userId: server.idOf('asa') })
    .where('id', '=', response.id)
    .execute();
  const setActive = (isActive: boolean) =>
    server.db
      .updateTable('systemUsers')
      .set({ isActive })
      .where('id', '=', server.idOf('alice'))
      .execute();
  const id = await filed();
  await setActive(false);
  const { status } = await decide(id, 'upheld', 'asa');
  await setActive(true);
  expect(status).toBe(200);
});

test('a response takes two hundred appeals', async () => {
  const values = Array.from({ length: mostAppeals - 1 }, (_, place) => ({
    ...{ clientId: `appeal_${response.id}_${place}`, responseId: response.id, wantedId: null },
    ...{ questionId: question(first).id, claim: 'No', status: 'withdrawn' as const },
    ...{ filedBy: 'Connie', closedBy: 'Connie', closedAt: new Date().toISOString() },
  }));
  await server.db.insertInto('appeals').values(values).execute();
  await filed();
  const other = { questionId: question(second).id, wanted: option(second, 0) };
  expect(said(await file(other))).toEqual([
    ...[409, 'This response has 200 appeals, and takes no more.'],
  ]);
});

test('what was not asked cannot be appealed, and an upheld appeal counts what was asked alone', async () => {
  await server.db
    .updateTable('responses')
    .set({ asked: [question(second).id] })
    .where('id', '=', response.id)
    .execute();
  const refused = await file();
  expect([refused.status, refused.body.errors]).toEqual([
    ...[400, [{ path: 'questionId', message: 'This question was not asked' }]],
  ]);
  await decide(
    await filed({ questionId: question(second).id, wanted: option(second, 1) }),
    'upheld',
  );
  expect(await detail()).toMatchObject({ totalScore: 5, maxScore: 10 });
});

test('an answer that is not applicable already is not appealed to that', async () => {
  await decide(await filed({ wanted: 'na' }), 'upheld');
  const { status, body } = await file({ wanted: 'na' });
  expect([status, body.errors]).toEqual([
    ...[400, [{ path: 'wanted', message: 'This is the answer already' }]],
  ]);
  // The answer is not applicable now, so an appeal can want the former answer.
  await filed({ wanted: option(first, 0) });
});

test('an appeal is filed until the end of its last day, by the server’s clock and zone', async () => {
  await server.db
    .updateTable('rounds')
    // 12 March in Auckland, which is 13 hours ahead of UTC.
    .set({ approvedAt: '2026-03-11T22:00:00Z' })
    .where('id', '=', round)
    .execute();
  const end = Date.parse('2026-03-27T00:00:00+13:00');
  clock = () => end;
  expect(said(await file())).toEqual([409, 'Appeals could be filed until 26 Mar 2026.']);
  expect((await detail()).appeals).toMatchObject({ until: '2026-03-26', canFile: false });
  clock = () => end - 1;
  expect((await review()).appeals).toMatchObject({ until: '2026-03-26', canFile: true });
  const id = await filed();
  // Deciding has no last day.
  clock = () => end + 86_400_000;
  expect((await decide(id, 'upheld')).status).toBe(200);
});

test('a question that an upheld appeal shows was not asked, so it costs no points', async () => {
  const own = await aSurvey(server);
  const [parent, child] = own.questions as [Question, Question];
  const is = [parent.answers[2]!.id];
  for (const body of [{ showIf: [{ questionId: parent.id, is }] }, { critical: true }])
    expect((await server.as('alice')('PUT', `/api/questions/${child.id}`, body)).status).toBe(200);
  const { body: now } = await server.as('alice')('GET', `/api/surveys/${own.id}/with-questions`);
  await reopen();
  response = await hold('connie', 2, {
    ...{ surveyId: own.id, edition: now.edition },
    responseAnswers: [{ questionId: parent.id, answerId: parent.answers[1]!.id }],
  });
  expect(response).toMatchObject({ totalScore: 5, maxScore: 10 });
  await approve();
  const id = await filed({ questionId: parent.id, wanted: parent.answers[2]!.id });
  expect((await decide(id, 'upheld')).status).toBe(200);
  const reviewed = await detail();
  expect(reviewed).toMatchObject({ totalScore: 10, maxScore: 10, passed: true, causes: [] });
  expect(reviewed.reviewReasons).toEqual([]);
  expect(reviewed.questions[1]).toMatchObject({ notAsked: true });
  expect(said(await file({ questionId: child.id, wanted: child.answers[0]!.id }))[0]).toBe(400);

  // When the response is returned, its sender is asked for it, and then it counts.
  await reopen();
  await server.as('asa')('POST', `/api/responses/${response.id}/remarks`, {
    ...{ clientId: `remark_${(sent += 1)}_x`, text: 'Ask the second question' },
  });
  const path = `/api/responses/${response.id}/return`;
  expect((await server.as('asa')('POST', path)).status).toBe(200);
  const { body: returned } = await server.as('connie')('GET', '/api/responses/returned');
  const [one] = returned.filter(
    ({ responseId }: { responseId: number }) => responseId === response.id,
  );
  expect(one.asked).toBeUndefined();
  await hold('connie', 2, {
    ...{ surveyId: own.id, edition: now.edition, revises: response.clientId },
    responseAnswers: [
      { questionId: parent.id, answerId: parent.answers[2]!.id },
      { questionId: child.id, answerId: child.answers[1]!.id },
    ],
  });
  expect(await detail()).toMatchObject({ totalScore: 15, maxScore: 20, reviewReasons: [] });
});

test('without days for appeals, none is filed and nothing is shown', async () => {
  Object.assign(server.deps.config, { appealDays: 0 });
  expect(said(await file())).toEqual([409, 'Appeals are switched off here.']);
  expect((await review()).appeals).toBeUndefined();
  Object.assign(server.deps.config, { appealDays: 14 });
});

test('an appeal of a deleted hotel is not decided, and the refusal does not speak of a reopened round', async () => {
  const id = await filed();
  expect((await server.as('alice')('DELETE', `/api/hotels/${hotel.id}`)).status).toBe(204);
  expect(said(await decide(id, 'upheld'))).toEqual([404, 'The round was not found.']);
  expect((await rows()).map(({ status }) => status)).toEqual(['open']);
});

test('while the round is not approved, nothing is filed, decided or shown', async () => {
  const id = await filed();
  await reopen();
  expect(said(await file())).toEqual([409, 'Only answers of an approved round can be appealed.']);
  const refused = 'This round was reopened. Its appeals are decided once it is approved again.';
  expect(said(await decide(id, 'upheld'))).toEqual([409, refused]);
  expect((await review()).appeals).toMatchObject({
    ...{ until: null, canFile: false, list: [{ id, canDecide: false }] },
  });
  expect((await detail()).appeals.list).toMatchObject([{ id, canWithdraw: true }]);
  // The answer is meanwhile corrected to what the appeal wants. Upholding then changes nothing
  // more.
  const corrected = await server.as('alice')('POST', `/api/responses/${response.id}/corrections`, {
    ...{ reason: 'They have a photo' },
    responseAnswers: [{ questionId: question(first).id, answerId: option(first, 2) }],
  });
  expect(corrected.status).toBe(200);
  await approve();
  expect((await decide(id, 'upheld')).body.status).toBe('upheld');
  const now = await detail();
  expect(now.revisions).toHaveLength(1);
  expect(now.percentBeforeAppeal).toBeUndefined();
});

test('a response of a round that was never approved shows nothing of appeals', async () => {
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  round = await currentRound(server, hotel.id);
  response = await hold();
  expect((await review()).appeals).toBeUndefined();
  expect((await detail()).appeals).toBeUndefined();
  expect((await file()).status).toBe(409);
});

test('a response that is deleted takes its appeals along', async () => {
  const id = await filed();
  await reopen();
  expect((await server.as('alice')('DELETE', `/api/responses/${response.id}`)).status).toBe(204);
  expect(said(await decide(id, 'upheld'))).toEqual([404, 'The appeal was not found.']);
  expect((await file()).status).toBe(404);
});

test('a cycle that ends closes no appeal and cuts no days off', async () => {
  const id = await filed();
  const { status } = await server.as('alice')('PATCH', `/api/hotels/${hotel.id}`, {
    stage: 'Disposition',
  });
  expect(status).toBe(200);
  expect((await decide(id, 'upheld')).status).toBe(200);
  await filed({ questionId: question(second).id, wanted: option(second, 0) });
});

test('what cannot be appealed is refused at its place, and stores nothing', async () => {
  const refused: [more: object, path: string, message: string][] = [
    [{ questionId: 2_000_000_000 }, 'questionId', 'This survey has no such question'],
    [
      { questionId: question(words).id },
      'questionId',
      'This question is not scored, so there is nothing to appeal',
    ],
    [{ wanted: option(second, 1) }, 'wanted', 'This question has no such answer'],
    [{ wanted: option(first, 0) }, 'wanted', 'This is the answer already'],
    [{ wanted: null }, 'wanted', 'Please choose the right answer'],
    [{ claim: ' ' }, 'claim', 'Claim is required'],
    [{ claim: 'x'.repeat(5_001) }, 'claim', 'Claim can have at most 5,000 characters'],
  ];
  for (const [more, path, message] of refused) {
    const { status, body } = await file(more);
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  }
  expect(await rows()).toHaveLength(0);
  await filed({ claim: 'x'.repeat(5_000) });
});

test('a waived question cannot be appealed', async () => {
  await reopen();
  const dayAt = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const days = { validFrom: dayAt(-2), validTo: dayAt(2) };
  const { status } = await server.as('alice')('POST', `/api/hotels/${hotel.id}/waivers`, {
    ...{ clientId: `waiver_${(sent += 1)}_appeals`, questionKey: 'code:FO-1' },
    ...{ reason: 'The lift is rebuilt', ...days, roundId: round },
  });
  expect(status).toBe(201);
  await approve();
  const refused = await file();
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'questionId', message: 'This question is waived' }],
  ]);
  expect(await rows()).toHaveLength(0);
});

test('a question that allows no “not applicable” cannot be appealed to it', async () => {
  const strict = await aSurvey(server);
  const former = survey;
  survey = strict;
  await reopen();
  response = await hold();
  await approve();
  const { status, body } = await file({ wanted: 'na' });
  expect([status, body.errors[0].path]).toEqual([400, 'wanted']);
  survey = former;
});

test('a re-assessment asks what is a finding after appeals', async () => {
  await decide(await filed(), 'upheld');
  const again = await server.as('asa')('POST', `/api/rounds/${round}/reassessment`, {
    clientId: `again_${(sent += 1)}_appeals`,
  });
  expect([again.status, again.body.detail]).toEqual([
    ...[409, expect.stringMatching(/no finding|nothing/i)],
  ]);
});

describe('a re-assessment of two findings', () => {
  const keys = () => ['code:FO-1', `id:${question(second).id}`];
  /** Makes the re-assessment of a hotel's round, with the hotel in this stage. */
  async function plannedAt(stage: string): Promise<number> {
    hotel = await anAssessedHotel(server);
    round = await currentRound(server, hotel.id);
    response = await hold('connie', 0);
    await approve();
    await server.db
      .updateTable('hotels')
      .set({ virtualSessionCompletionDate: '2026-01-02' })
      .where('id', '=', hotel.id)
      .execute();
    await server.as('asa')('PATCH', `/api/hotels/${hotel.id}`, { stage });
    const { status, body } = await server.as('asa')('POST', `/api/rounds/${round}/reassessment`, {
      clientId: `again_${(sent += 1)}_two`,
    });
    expect([status, body.questions]).toEqual([201, keys()]);
    return body.id;
  }
  const upholdSecond = async () =>
    decide(await filed({ questionId: question(second).id, wanted: option(second, 2) }), 'upheld');
  const asked = (id: number) =>
    server.db
      .selectFrom('rounds')
      .select(['status', 'questions', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('loses what an appeal cleared, and is cancelled without any', async () => {
    const id = await plannedAt('Virtual Session');
    await decide(await filed(), 'upheld');
    const left = [keys()[1]];
    expect(await asked(id)).toEqual({ status: 'planned', questions: left, version: 2 });
    expect(await eventsOf('round.changed', id)).toMatchObject([
      { details: { changes: { questions: { from: 2, to: 1 } } } },
    ]);
    await upholdSecond();
    expect(await asked(id)).toMatchObject({ status: 'cancelled' });
    expect(await eventsOf('round.cancelled', id)).toHaveLength(1);
  });

  test('loses what was corrected while the round was reopened, and gets what became a finding', async () => {
    const id = await plannedAt('Virtual Session');
    const correct = async (choice: 0 | 2) => {
      await reopen();
      const path = `/api/responses/${response.id}/corrections`;
      const corrected = await server.as('alice')('POST', path, {
        clientId: `correction_${(sent += 1)}_two`,
        responseAnswers: [{ questionId: question(first).id, answerId: option(first, choice) }],
        reason: 'A slip',
      });
      expect(corrected.status).toBeLessThan(300);
    };
    await correct(2);
    expect(await asked(id)).toMatchObject({ questions: keys() });
    await approve();
    expect(await asked(id)).toMatchObject({ status: 'planned', questions: [keys()[1]] });
    await correct(0);
    await approve();
    expect(await asked(id)).toMatchObject({ status: 'planned', questions: keys() });
  });

  test('gets what a late response found, once it counts', async () => {
    const id = await plannedAt('Virtual Session');
    await decide(await filed(), 'upheld');
    expect(await asked(id)).toMatchObject({ questions: [keys()[1]] });
    const late = await hold('connie', 0, { roundId: round });
    const path = `/api/responses/${late.id}/review`;
    expect((await server.as('alice')('PUT', path, { decision: 'accept' })).status).toBe(200);
    expect(await asked(id)).toMatchObject({ status: 'planned', questions: keys() });
  });

  test('keeps its list once it is open', async () => {
    const id = await plannedAt('Virtual Re-Assessment');
    await decide(await filed(), 'upheld');
    expect(await asked(id)).toMatchObject({ status: 'open', questions: keys() });
  });
});

test('the appeals of a round or a response are listed within sight', async () => {
  const id = await filed();
  const list = (who: PersonName, query: string) => server.as(who)('GET', `/api/appeals${query}`);
  const byRound = (await list('connie', `?roundId=${round}`)).body;
  expect(byRound).toMatchObject([{ id, canDecide: false, canWithdraw: true }]);
  expect((await list('connie', `?responseId=${response.id}`)).body).toEqual(byRound);
  expect((await list('cole', `?roundId=${round}`)).body).toEqual([]);
  const refusal = async (query: string) => (await list('asa', query)).body.errors;
  const message = 'Please name a round or a response';
  expect(await refusal('')).toEqual([{ path: 'roundId', message }]);
  expect(await refusal(`?roundId=${round}&responseId=${response.id}`)).toEqual([
    { path: 'responseId', message: `${message}, not both` },
  ]);
  expect((await file({}, 'cole')).status).toBe(404);
  expect((await withdraw(id, 'cole')).status).toBe(404);
});
