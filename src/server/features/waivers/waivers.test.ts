import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { mostRevisions } from '#domain/responses/correction.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { mostWaivers } from '#domain/waivers/waiver.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { aHotel, anAssessedHotel, aSurvey, currentRound } from '#test/build.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

/** The installation is 13 hours ahead of UTC in March. */
const timeZone = 'Pacific/Auckland';
let server: TestApp;
/** Two choice questions, FO-1 and one without a code, and a text question. */
let survey: SurveyWithQuestions;
let hotel: { id: number };
let round: number;
let sent = 0;
/** The server's clock. */
let clock = () => Date.now();
beforeAll(async () => {
  server = await openTestApp({ now: () => clock() }, { TIME_ZONE: timeZone, FOUR_EYES: '0' });
  survey = await aSurvey(server, { code: 'FO-1' });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock = () => Date.now();
  hotel = await anAssessedHotel(server);
  round = await currentRound(server, hotel.id);
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const path = () => `/api/hotels/${hotel.id}/waivers`;
const aWaiver = (more: object = {}) => ({
  ...{ clientId: `waiver_${(sent += 1)}_test`, questionKey: 'code:FO-1' },
  ...{ reason: 'The lift is rebuilt', validFrom: day(-20), validTo: day(20), ...more },
});
const grant = (more: object = {}, who: PersonName = 'alice') =>
  server.as(who)('POST', path(), aWaiver(more));
const revoke = (id: number) => server.as('alice')('DELETE', `${path()}/${id}`);

/** Grants a waiver as if that had been some days ago. */
async function grantEarlier(more: object = {}, days = 30): Promise<number> {
  const { status, body } = await grant(more);
  expect(status).toBe(201);
  const at = new Date(Date.now() - days * 86_400_000).toISOString();
  await server.db.updateTable('waivers').set({ grantedAt: at }).where('id', '=', body.id).execute();
  return body.id;
}

/** Sends an interview with the first option, 0 of 10, at FO-1, and the last, 10 of 10, at the other. */
function send(more: object = {}, answers: object[] = [answer(0, 0), answer(1, 2)]) {
  return server.as('connie')('POST', '/api/responses', {
    ...{ clientId: `offline_${(sent += 1)}_waivers`, hotelId: hotel.id },
    ...{ surveyId: survey.id, edition: survey.edition },
    ...{ respondentName: 'Rosa', respondentJobTitle: 'Front desk' },
    ...{ responseAnswers: answers, ...more },
  });
}
const answer = (place: number, option: number, more: object = {}) => ({
  questionId: survey.questions[place]!.id,
  answerId: survey.questions[place]!.answers[option]!.id,
  ...more,
});
const sumsOf = async (id: number) => {
  const { body } = await server.as('connie')('GET', `/api/responses/${id}`);
  return [body.totalScore, body.maxScore];
};

test('a waived question is kept with its answer and counts nowhere', async () => {
  await grantEarlier();
  const { status, body } = await send();
  expect(status).toBe(201);
  expect(body).toMatchObject({ totalScore: 10, maxScore: 10, passed: true, reviewReasons: [] });
  const { body: details } = await server.as('connie')('GET', `/api/responses/${body.id}`);
  expect(details.questions[0]).toMatchObject({
    ...{ waived: true, maximum: null, answerId: survey.questions[0]!.answers[0]!.id },
  });
  expect(details.questions[0].finding).toBeUndefined();
  expect(details.questions[1].waived).toBeUndefined();
  const { body: unanswered } = await send({}, [answer(1, 2)]);
  expect(unanswered).toMatchObject({ totalScore: 10, maxScore: 10 });
  const csv = await server.as('alice')('GET', `/api/results/export?hotelId=${hotel.id}`);
  expect(String(csv.body)).toContain('FO-1 (waived)');
  const { body: report } = await server.as('connie')('GET', `/api/hotels/${hotel.id}/report`);
  expect(report.remarks.map(({ mark }: { mark: string }) => mark)).toContain('Waived');
});

test('another hotel, another question and a hotel without waivers are scored as ever', async () => {
  await grantEarlier({ questionKey: `id:${survey.questions[1]!.id}` });
  expect((await send()).body).toMatchObject({ totalScore: 0, maxScore: 10 });
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  expect((await send()).body).toMatchObject({ totalScore: 10, maxScore: 20 });
});

test('the day of completion decides, in the zone of the installation', async () => {
  const [from, to] = [day(-10), day(-8)];
  await grantEarlier();
  await server.db
    .updateTable('waivers')
    .set({ validFrom: from, validTo: to })
    .where('hotelId', '=', hotel.id)
    .execute();
  const begins = beginOf(from);
  const ends = beginOf(to) + 86_400_000;
  const heldAt = async (moment: number) => {
    const completedAt = new Date(moment).toISOString();
    const { body } = await send({ completedAt, startedAt: completedAt });
    return body.maxScore;
  };
  expect(await heldAt(begins - 1)).toBe(20);
  expect(await heldAt(begins)).toBe(10);
  expect(await heldAt(ends - 1)).toBe(10);
  expect(await heldAt(ends)).toBe(20);
});

/** Returns when a day begins in Auckland, by its clock in that season. */
function beginOf(of: string): number {
  const midnight = Date.parse(`${of}T00:00:00Z`);
  const local = new Date(midnight).toLocaleString('en-GB', { timeZone, hour: '2-digit' });
  return midnight - Number(local) * 3_600_000;
}

test('granted or revoked between completion and arrival, the moment of completion decides', async () => {
  const completedAt = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const late = { completedAt, startedAt: completedAt };
  const id = await grantEarlier();
  expect((await revoke(id)).body.state).toBe('revoked');
  // It was in force then, and is revoked now.
  expect((await send(late)).body.maxScore).toBe(10);
  expect((await send()).body.maxScore).toBe(20);
  // The next one was granted after that interview.
  expect((await grant()).status).toBe(201);
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  await grant();
  expect((await send(late)).body.maxScore).toBe(20);
});

test('a device that held other waivers is not at fault, and one that added wrongly is', async () => {
  const points = { totalScore: 10, maxScore: 10 };
  const asWaived = [answer(0, 0, { waived: true }), answer(1, 2)];
  // The device had a waiver that the server does not know.
  expect((await send(points, asWaived)).body).toMatchObject({
    ...{ totalScore: 10, maxScore: 20, reviewReasons: [] },
  });
  await grantEarlier();
  // The device did not know of the waiver.
  expect((await send({ totalScore: 10, maxScore: 20 })).body).toMatchObject({
    ...points,
    reviewReasons: [],
  });
  expect((await send({ totalScore: 7, maxScore: 10 }, asWaived)).body.reviewReasons).toEqual([
    'figures-differ',
  ]);
});

test('a correction and what replaces a returned response leave waived what was waived', async () => {
  await grantEarlier();
  const clientId = 'offline_1_returned';
  const { id } = (await send({ clientId })).body;
  const correct = await server.as('connie')('POST', `/api/responses/${id}/corrections`, {
    responseAnswers: [answer(0, 2), answer(1, 1)],
  });
  expect(correct.status).toBe(200);
  expect(await sumsOf(id)).toEqual([5, 10]);
  await server.as('asa')('POST', `/api/responses/${id}/remarks`, {
    ...{ clientId: 'remark_1_waivers', text: 'Look again' },
  });
  expect((await server.as('asa')('POST', `/api/responses/${id}/return`)).status).toBe(200);
  await revoke((await server.as('asa')('GET', path())).body[0].id);
  const revised = await send({ revises: clientId }, [answer(0, 0), answer(1, 2)]);
  expect(revised.body).toMatchObject({ id, totalScore: 10, maxScore: 10 });
});

test('applied to an open round, each response is scored again, and its former content is kept', async () => {
  const { id } = (await send()).body;
  const other = (await send({}, [answer(1, 2)])).body.id;
  const granted = await grant({ roundId: round });
  expect([granted.status, granted.body.revised]).toEqual([201, 2]);
  expect(await sumsOf(id)).toEqual([10, 10]);
  expect(await sumsOf(other)).toEqual([10, 10]);
  const { body } = await server.as('asa')('GET', `/api/rounds/${round}`);
  expect(body.interviews[0].revisions).toMatchObject([
    {
      ...{ reason: 'The lift is rebuilt', totalScore: 10, maxScore: 20, by: 'Alice Admin' },
      changes: [{ to: { answer: 'Waived (Poor)', score: null } }],
    },
  ]);
  const kept = await server.db
    .selectFrom('responseRevisions')
    .select('cause')
    .where('responseId', '=', id)
    .execute();
  expect(kept).toEqual([{ cause: 'waiver' }]);
  // Revoking does not change them back.
  await revoke(granted.body.id);
  expect(await sumsOf(id)).toEqual([10, 10]);
});

test('it waits for the deletion of a person who reviewed one of them before it locks any', async () => {
  const { body } = await send();
  const who = server.idOf('cole');
  await server.db
    .updateTable('responses')
    .set({ reviewedAt: new Date().toISOString(), reviewedById: who })
    .where('id', '=', body.id)
    .execute();
  const { call } = await inTransaction(server.db, async (tx) => {
    await tx.selectFrom('systemUsers').select('id').where('id', '=', who).forUpdate().execute();
    const granting = grant({ roundId: round });
    await waitForLocks(server);
    const reviewed = tx.updateTable('responses').set({ reviewedById: null });
    await reviewed.where('id', '=', body.id).execute();
    return { call: granting };
  });
  expect((await call).status).toBe(201);
});

test('it is applied to what was completed on its days, in the zone of the installation', async () => {
  const [from, to] = [day(-10), day(-8)];
  const [begins, ends] = [beginOf(from), beginOf(to) + 86_400_000];
  const ids: number[] = [];
  for (const moment of [begins - 1, begins, ends - 1, ends]) {
    const completedAt = new Date(moment).toISOString();
    const { body } = await send({ completedAt, startedAt: completedAt });
    ids.push(body.id);
    await server.db
      .updateTable('responses')
      .set({ roundId: round })
      .where('id', '=', body.id)
      .execute();
  }
  clock = () => ends - 1;
  const granted = await grant({ validFrom: from, validTo: to, roundId: round });
  expect([granted.status, granted.body.revised]).toEqual([201, 2]);
  const maxima = await Promise.all(ids.map(async (id) => (await sumsOf(id))[1]));
  expect(maxima).toEqual([20, 10, 10, 20]);
});

test('it leaves what was not asked, and what was waived before', async () => {
  const second = `id:${survey.questions[1]!.id}`;
  const { id } = (await send()).body;
  const part = (await send()).body.id;
  await server.db
    .updateTable('responses')
    .set({ asked: [survey.questions[1]!.id] })
    .where('id', '=', part)
    .execute();
  expect((await grant({ roundId: round })).body.revised).toBe(1);
  expect((await grant({ questionKey: second, roundId: round })).body.revised).toBe(2);
  expect(await sumsOf(id)).toEqual([0, 0]);
  const told = await server.db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', 'response.revised')
    .where('objectId', '=', id)
    .orderBy('id')
    .execute();
  expect(told).toMatchObject([
    { details: { pointsBefore: 10, pointsAfter: 10, maxScore: 10 } },
    { details: { pointsBefore: 10, pointsAfter: 0, maxScore: 0 } },
  ]);
  // It is waived there already, so granting it once more revises nothing.
  await revoke((await server.as('asa')('GET', path())).body[1].id);
  expect((await grant({ roundId: round })).body.revised).toBe(0);
});

test.each([
  ['submitted', 201],
  ['cancelled', 409],
  ['closed', 409],
] as const)('applied to a round that is %s it answers %i', async (status, answer) => {
  await send();
  await server.db.updateTable('rounds').set({ status }).where('id', '=', round).execute();
  expect((await grant({ roundId: round })).status).toBe(answer);
  expect((await server.as('asa')('GET', path())).body).toHaveLength(answer === 201 ? 1 : 0);
});

test('a response that was revised as often as is kept refuses it, and nothing is granted', async () => {
  const { id } = (await send()).body;
  await server.db
    .updateTable('responses')
    .set({ revision: mostRevisions + 1 })
    .where('id', '=', id)
    .execute();
  expect((await grant({ roundId: round })).status).toBe(409);
  expect((await server.as('asa')('GET', path())).body).toEqual([]);
});

test('without that, what was completed before stays as it is', async () => {
  const { id } = (await send()).body;
  expect((await grant()).body.revised).toBe(0);
  expect(await sumsOf(id)).toEqual([10, 20]);
});

test('an approved round refuses it, and no waiver is granted', async () => {
  await send();
  expect((await server.as('asa')('POST', `/api/rounds/${round}/approve`)).status).toBe(200);
  const refused = await grant({ roundId: round });
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/round-approved']);
  expect((await server.as('asa')('GET', path())).body).toEqual([]);
  const other = await aHotel(server);
  const foreign = await grant({ roundId: await currentRound(server, other.id) });
  expect([foreign.status, foreign.body.errors[0].path]).toEqual([400, 'roundId']);
});

test('a re-assessment does not ask what is waived on the day of making it', async () => {
  await send({}, [answer(0, 0), answer(1, 0)]);
  await server.as('asa')('POST', `/api/rounds/${round}/approve`);
  const make = () =>
    server.as('asa')('POST', `/api/rounds/${round}/reassessment`, {
      clientId: `again_${(sent += 1)}_waivers`,
    });
  const second = `id:${survey.questions[1]!.id}`;
  await grant();
  const { id } = (await grant({ questionKey: second })).body;
  const refused = await make();
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Every finding of this round is waived now, so there is nothing to repeat.',
  ]);
  await revoke(id);
  expect((await make()).body.questions).toEqual([second]);
});

test('a double click grants one, and another content under its name is refused', async () => {
  const waiver = aWaiver();
  const call = (more: object = {}) =>
    server.as('alice')('POST', path(), { ...waiver, reason: 'The lift is rebuilt', ...more });
  const answers = await Promise.all([call(), call()]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '201']);
  expect(answers[0].body.id).toBe(answers[1].body.id);
  for (const more of [
    { reason: 'Another' },
    { questionKey: `id:${survey.questions[1]!.id}` },
    { validFrom: day(-19) },
    { validTo: day(19) },
  ])
    expect((await call(more)).body.type).toBe('/problems/same-key-other-content');
  const other = await aHotel(server);
  const there = await server.as('alice')('POST', `/api/hotels/${other.id}/waivers`, waiver);
  expect(there.body.type).toBe('/problems/same-key-other-content');
  expect((await server.as('connie')('GET', path())).body).toHaveLength(1);
});

test('of two that overlap and are granted at once, one is refused at its place', async () => {
  const answers = await Promise.all([
    grant(),
    grant({ validFrom: day(20), validTo: day(90), questionKey: 'code:fo-1' }),
  ]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '400']);
  const refused = answers.find(({ status }) => status === 400)!.body;
  expect(refused.errors[0].path).toBe('validFrom');
  expect(refused.detail).toMatch(/^This question is waived here already from \d+ \w+ \d{4} to /);
  const [first] = (await server.as('connie')('GET', path())).body;
  await revoke(first.id);
  expect((await grant()).status).toBe(201);
});

test('two waivers of a question meet on no day, and may follow each other', async () => {
  expect((await grant({ validFrom: day(5), validTo: day(9) })).status).toBe(201);
  for (const days of [
    { validFrom: day(9), validTo: day(12) },
    { validFrom: day(2), validTo: day(5) },
  ])
    expect((await grant(days)).body.errors).toMatchObject([{ path: 'validFrom' }]);
  expect((await grant({ validFrom: day(10), validTo: day(12) })).status).toBe(201);
  expect((await grant({ validFrom: day(2), validTo: day(4) })).status).toBe(201);
});

test('the last day is over when it is in the zone of the installation', async () => {
  const today = day(0);
  // In Auckland the next day has begun by one hour at least.
  clock = () => Date.parse(`${today}T13:00:00Z`);
  const grantTo = (validTo: string) => grant({ validFrom: day(-9), validTo });
  expect((await grantTo(today)).body.errors).toEqual([
    { path: 'validTo', message: 'This day is over' },
  ]);
  expect((await grantTo(day(1))).status).toBe(201);
});

test('a hotel can have two hundred waivers, with those that are over', async () => {
  const values = Array.from({ length: mostWaivers - 1 }, (_, place) => ({
    ...{ clientId: `waiver_${hotel.id}_${place}`, hotelId: hotel.id, questionKey: 'code:OLD' },
    ...{ reason: 'Old', validFrom: '2020-01-01', validTo: '2020-01-02' },
  }));
  await server.db.insertInto('waivers').values(values).execute();
  expect((await grant()).status).toBe(201);
  const { status, body } = await grant({ questionKey: `id:${survey.questions[1]!.id}` });
  expect([status, body.detail]).toEqual([409, 'A hotel can have 200 waivers.']);
});

test('a waiver is read and revoked at its own hotel, within sight', async () => {
  const { id } = (await grant()).body;
  const other = await aHotel(server);
  const elsewhere = `/api/hotels/${other.id}/waivers/${id}`;
  expect((await server.as('alice')('DELETE', elsewhere)).status).toBe(404);
  expect((await server.as('cole')('GET', path())).status).toBe(404);
  expect((await server.as('connie')('GET', path())).body).toMatchObject([{ state: 'in force' }]);
});

test.each([
  ['questionKey', { questionKey: 'code:NO-SUCH' }],
  ['questionKey', { questionKey: 'id:2000000000' }],
  ['questionKey', { questionKey: 'id:9999999999' }],
  ['validTo', { validFrom: day(-40), validTo: day(-3) }],
  ['roundId', { roundId: 2_000_000_000 }],
])('what cannot be waived is refused at %s', async (at, more) => {
  const { status, body } = await grant(more);
  expect([status, body.errors[0].path]).toEqual([400, at]);
});

test('a hotel tells what is in force, and nothing else', async () => {
  const read = async () => (await server.as('connie')('GET', `/api/hotels/${hotel.id}`)).body;
  expect(await read()).not.toHaveProperty('waivers');
  const { id } = (await grant()).body;
  const told = { key: 'code:FO-1', reason: 'The lift is rebuilt', validTo: day(20) };
  expect((await read()).waivers).toMatchObject([told]);
  const { body: list } = await server.as('connie')('GET', '/api/hotels');
  expect(list.find((one: { id: number }) => one.id === hotel.id).waivers).toMatchObject([told]);
  const { body: changed } = await server.as('connie')('PATCH', `/api/hotels/${hotel.id}`, {
    evaluationNotes: 'Seen',
  });
  expect(changed.waivers).toMatchObject([told]);
  expect((await revoke(id)).status).toBe(200);
  const again = await revoke(id);
  expect([again.status, again.body.state, again.body.revokedBy]).toEqual([
    ...[200, 'revoked', 'Alice Admin'],
  ]);
  expect(await read()).not.toHaveProperty('waivers');
});

test('a hotel keeps a waiver that is granted while the person who granted another is deleted', async () => {
  const first = await grant();
  const { forgotten } = await inTransaction(server.db, async (tx) => {
    const hotels = tx.selectFrom('hotels').select('id');
    await hotels.where('id', '=', hotel.id).forUpdate().execute();
    // What the deletion of the person does to the waiver.
    const withoutGranter = server.db.updateTable('waivers').set({ grantedById: null });
    const deleting = withoutGranter.where('id', '=', first.body.id).execute();
    await Promise.race([deleting, waitForLocks(server)]);
    const second = { ...aWaiver({ questionKey: 'code:FO-2' }), hotelId: hotel.id };
    await tx.insertInto('waivers').values(second).execute();
    return { forgotten: deleting };
  });
  await forgotten;
  const { body } = await server.as('connie')('GET', `/api/hotels/${hotel.id}`);
  expect(body.waivers.map(({ key }: { key: string }) => key)).toEqual(['code:FO-1', 'code:FO-2']);
});

test('only Admins grant and revoke, and each is recorded once', async () => {
  expect((await grant({}, 'asa')).status).toBe(403);
  const { id } = (await grant()).body;
  await revoke(id);
  await revoke(id);
  const events = await server.db
    .selectFrom('auditEvents')
    .select('action')
    .where('action', 'in', ['waiver.granted', 'waiver.revoked'])
    .where('objectId', '=', id)
    .orderBy('id')
    .execute();
  expect(events.map(({ action }) => action)).toEqual(['waiver.granted', 'waiver.revoked']);
});

test('an interview that arrives while a waiver is granted goes by one of both, whole', async () => {
  for (let round = 0; round < 5; round += 1) {
    hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
    const answers = await Promise.all([grant(), send(), send(), send()]);
    for (const { status, body } of answers.slice(1)) {
      expect(status).toBe(201);
      expect([`10/20`, `10/10`]).toContain(`${body.totalScore}/${body.maxScore}`);
    }
    expect((await send()).body.maxScore).toBe(10);
  }
});
