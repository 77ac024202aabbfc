import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { linkDays, mostContacts, mostLinks, mostTokens } from '#domain/contacts/contact.ts';
import { actingLinkHeader } from '#domain/contacts/acting-link.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { sessionCookie } from '#server/http/auth-sessions.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { contactCookie } from '#server/http/contact-session.ts';
import { routes } from '#server/routes.ts';
import { aHotel, anAssessedHotel, aSurvey, currentRound } from '#test/build.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type Answer, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
let round: number;
let response: { id: number };
let sent = 0;
let log = '';
/** The server's clock. */
let clock = () => Date.now();
beforeAll(async () => {
  server = await openTestApp(
    { now: () => clock(), logTo: { write: (line) => void (log += line) } },
    { LOG_LEVEL: 'trace', TIME_ZONE: 'Pacific/Auckland' },
  );
  survey = await aSurvey(server, { code: 'FO-1' });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock = () => Date.now();
  hotel = await anAssessedHotel(server);
  round = await currentRound(server, hotel.id);
  response = await hold();
});

/** Sends an interview with the worst answer to the first question and the best to the second. */
async function hold() {
  sent += 1;
  const { status, body } = await server.as('connie')('POST', '/api/responses', {
    ...{ clientId: `offline_${sent}_contacts`, surveyId: survey.id, edition: survey.edition },
    ...{ hotelId: hotel.id, respondentName: 'Rosa Respondent', respondentJobTitle: 'Desk' },
    responseAnswers: [
      { questionId: survey.questions[0]?.id, answerId: option(0, 0), note: 'Seen at noon' },
      { questionId: survey.questions[1]?.id, answerId: option(1, 2) },
    ],
  });
  expect(status).toBe(201);
  return body;
}
const option = (place: number, at: number) => survey.questions[place]?.answers[at]?.id;
const approve = () => server.as('asa')('POST', `/api/rounds/${round}/approve`);
const path = () => `/api/hotels/${hotel.id}/contacts`;
const add = (more: object = {}, who: PersonName = 'connie') =>
  server.as(who)('POST', path(), {
    clientId: `contact_${(sent += 1)}`,
    name: 'Ana Hotel',
    ...more,
  });
const makeLink = (contactId: number, more: object = {}) =>
  server.as('connie')('POST', `${path()}/${contactId}/links`, {
    ...{ clientId: `link_${(sent += 1)}_x`, roundId: round },
    ...more,
  });
/** Opens a link from a network of its own, so that guesses of other tests do not slow it. */
const open = (token: string, from = `10.0.0.${(sent += 1) % 250}`) =>
  server.app.inject({
    method: 'POST',
    url: '/api/link/open',
    payload: { token },
    remoteAddress: from,
  });
const cookieOf = (answer: { cookies: unknown[] }) => {
  const [{ name, value }] = answer.cookies as [{ name: string; value: string }];
  return `${name}=${value}`;
};
const by = (cookie: string) => (method: 'GET' | 'POST', url: string, body?: unknown) =>
  server.as('nobody')(method, url, body, { cookie });

async function aContactWithLink() {
  const { id: contactId } = (await add()).body;
  const { id: linkId, token } = (await makeLink(contactId)).body;
  return { contactId, linkId, token: token as string };
}
async function opened() {
  const made = await aContactWithLink();
  const answer = await open(made.token);
  expect(answer.statusCode).toBe(204);
  const cookie = cookieOf(answer);
  return { ...made, cookie, call: by(cookie) };
}
const appealOf = (responseId: number, more: object = {}) => ({
  ...{ clientId: `appeal_${(sent += 1)}_x`, responseId, claim: 'We have a photo' },
  ...{ questionId: survey.questions[0]?.id, wanted: option(0, 2) },
  ...more,
});
const linkRow = (id: number) =>
  server.db.selectFrom('contactLinks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const eventsOf = (action: string, id: number) =>
  server.db
    .selectFrom('auditEvents')
    .select(['actorName', 'actorId', 'details'])
    .where('action', '=', action)
    .where('objectId', '=', id)
    .execute();
const said = ({ status, body }: Answer) => [status, body.detail];
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => String(status)).toSorted();
const heard = (answer: { statusCode: number; json: () => { detail: string } }) => [
  answer.statusCode,
  answer.json().detail,
];

describe('people at a hotel', () => {
  test('are added once, changed, and stay by name after they have left', async () => {
    const given = { clientId: 'contact_twice', email: 'ana@hotel.example', jobTitle: 'Manager' };
    const first = await add(given);
    const again = await add(given);
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    expect((await add({ ...given, name: 'Another' })).body.type).toBe(
      '/problems/same-key-other-content',
    );
    const one = `${path()}/${first.body.id}`;
    const changed = await server.as('connie')('PATCH', one, { email: null });
    expect(changed.body).toMatchObject({ name: 'Ana Hotel', email: null, jobTitle: 'Manager' });
    const none = await server.as('connie')('PATCH', one, { jobTitle: null });
    expect(none.body).toMatchObject({ name: 'Ana Hotel', jobTitle: '' });
    expect((await server.as('connie')('DELETE', one)).body.isActive).toBe(false);
    expect((await server.as('connie')('DELETE', one)).status).toBe(200);
    expect(await eventsOf('contact.removed', first.body.id)).toHaveLength(1);
    expect((await server.as('connie')('PATCH', one, { name: 'Back' })).status).toBe(409);
    expect((await makeLink(first.body.id)).status).toBe(409);
    expect((await server.as('connie')('GET', path())).body).toMatchObject([
      { name: 'Ana Hotel', isActive: false },
    ]);
  });

  test('need a name and an address that can be', async () => {
    const { status, body } = await add({ name: ' ', email: 'ana at hotel' });
    expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([
      400,
      ['name', 'email'],
    ]);
  });

  test('are at most twenty, also where two are added at once', async () => {
    for (let count = 1; count < mostContacts; count += 1) expect((await add()).status).toBe(201);
    const answers = await Promise.all([add(), add()]);
    expect(statusesOf(answers)).toEqual(['201', '409']);
    // Somebody who leaves makes room.
    const { body } = await server.as('connie')('GET', path());
    await server.as('connie')('DELETE', `${path()}/${body[0].id}`);
    expect((await add()).status).toBe(201);
  });

  test('make the report say that the hotel has some, while it has', async () => {
    const has = async () =>
      (await server.as('connie')('GET', `/api/hotels/${hotel.id}/report`)).body.hasContacts;
    expect(await has()).toBe(false);
    const { id } = (await add()).body;
    expect(await has()).toBe(true);
    await server.as('connie')('DELETE', `${path()}/${id}`);
    expect(await has()).toBe(false);
  });
});

describe('a link', () => {
  test('is shown once, kept as a digest, and listed with its last use', async () => {
    const { contactId, linkId, token } = await aContactWithLink();
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = JSON.stringify(await linkRow(linkId));
    expect(rows).not.toContain(token);
    const list = () => server.as('connie')('GET', `${path()}/${contactId}/links`);
    const before = await list();
    expect(JSON.stringify(before.body)).not.toContain(token);
    expect(before.body).toMatchObject([
      { id: linkId, roundId: round, stage: 'Onsite Assessment', lastUsedAt: null },
    ]);
    await open(token);
    expect((await list()).body[0].lastUsedAt).not.toBeNull();
  });

  test('that is made again after a lost reply is one link, and each of its tokens opens it', async () => {
    const { id } = (await add()).body;
    const clientId = 'link_lost_reply';
    const first = await makeLink(id, { clientId });
    const again = await makeLink(id, { clientId });
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    // The second call may be the one whose reply was lost: it was sent first, and ran last.
    expect((await open(first.body.token)).statusCode).toBe(204);
    expect((await open(again.body.token)).statusCode).toBe(204);
    expect((await makeLink(id, { clientId })).body.type).toBe('/problems/same-key-other-content');
    expect(await eventsOf('link.created', first.body.id)).toHaveLength(1);
    const link = `${path()}/${id}/links/${first.body.id}`;
    expect((await server.as('connie')('DELETE', link)).status).toBe(204);
    for (const { body } of [first, again]) expect((await open(body.token)).statusCode).toBe(410);
  });

  test('that two calls make at once opens with the token of either', async () => {
    const { id } = (await add()).body;
    const clientId = 'link_at_once';
    const calls = await inTransaction(server.db, async (tx) => {
      // Both calls wait for this.
      await tx.selectFrom('hotelContacts').select('id').where('id', '=', id).forUpdate().execute();
      const both = [makeLink(id, { clientId }), makeLink(id, { clientId })];
      await waitForLocks(server, 2);
      return both;
    });
    const made = await Promise.all(calls);
    expect(statusesOf(made)).toEqual(['200', '201']);
    for (const { body } of made) expect((await open(body.token)).statusCode).toBe(204);
  });

  test('that is made again and again opens with the latest tokens, and not with more of them', async () => {
    const { id } = (await add()).body;
    const clientId = 'link_again_and_again';
    const tokens: string[] = [];
    for (let call = 0; call < mostTokens + 2; call += 1)
      tokens.push((await makeLink(id, { clientId })).body.token);
    const [first, second, ...latest] = tokens;
    for (const token of [first, second]) expect((await open(token!)).statusCode).toBe(404);
    for (const token of latest) expect((await open(token)).statusCode).toBe(204);
  });

  test('does not lock its contact while the hotel is being deleted', async () => {
    const { id } = (await add()).body;
    const { answer } = await inTransaction(server.db, async (tx) => {
      // A deletion locks the hotel, then its rounds, then its contacts.
      await tx.selectFrom('hotels').select('id').where('id', '=', hotel.id).forUpdate().execute();
      await tx.selectFrom('rounds').select('id').where('id', '=', round).forUpdate().execute();
      const making = makeLink(id);
      await waitForLocks(server);
      const contact = tx.selectFrom('hotelContacts').select('id').where('id', '=', id);
      await contact.forUpdate().noWait().execute();
      return { answer: making };
    });
    expect((await answer).status).toBe(201);
  });

  test('is not revoked while the hotel is being deleted, nor is its contact locked', async () => {
    const { id } = (await add()).body;
    const linkId = (await makeLink(id)).body.id;
    const { answer } = await inTransaction(server.db, async (tx) => {
      // A deletion locks the hotel, then its links with their rounds, then its contacts.
      await tx.selectFrom('hotels').select('id').where('id', '=', hotel.id).forUpdate().execute();
      const revoking = server.as('connie')('DELETE', `${path()}/${id}/links/${linkId}`);
      await waitForLocks(server);
      const contact = tx.selectFrom('hotelContacts').select('id').where('id', '=', id);
      await contact.forUpdate().noWait().execute();
      return { answer: revoking };
    });
    expect((await answer).status).toBe(204);
  });

  test('is one of at most ten that can be used', async () => {
    const { id } = (await add()).body;
    for (let count = 1; count < mostLinks; count += 1) await makeLink(id);
    const answers = await Promise.all([makeLink(id), makeLink(id)]);
    expect(statusesOf(answers)).toEqual(['201', '409']);
    const made = answers.find(({ status }) => status === 201)?.body.id;
    expect((await server.as('connie')('DELETE', `${path()}/${id}/links/${made}`)).status).toBe(204);
    expect((await makeLink(id)).status).toBe(201);
  });

  test('opens no round of another hotel', async () => {
    const { id } = (await add()).body;
    const other = await aHotel(server);
    const { status, body } = await makeLink(id, { roundId: await currentRound(server, other.id) });
    expect([status, body.errors[0].path]).toEqual([400, 'roundId']);
  });

  test('is exchanged for a cookie that no script reads and no other site sends', async () => {
    const { token } = await aContactWithLink();
    const answer = await open(token);
    expect(answer.body).toBe('');
    expect(answer.cookies).toEqual([
      {
        ...{ name: contactCookie, value: expect.any(String), path: '/', httpOnly: true },
        ...{ sameSite: 'Strict', expires: expect.any(Date) },
      },
    ]);
    expect(JSON.stringify([answer.headers, answer.cookies])).not.toContain(token);
  });

  test('that is forwarded works for everybody who has it', async () => {
    const { token } = await aContactWithLink();
    const [one, other] = [await open(token), await open(token)];
    expect([one.statusCode, other.statusCode]).toEqual([204, 204]);
    expect((await by(cookieOf(other))('GET', '/api/link/round')).status).toBe(200);
  });

  test('is in the audit trail with the first use of a day, by the name of the contact', async () => {
    const { linkId, token, call } = await opened();
    await open(token);
    expect(await eventsOf('link.used', linkId)).toMatchObject([
      { actorName: 'Ana Hotel', actorId: null, details: { round: 'onsite', name: 'Ana Hotel' } },
    ]);
    clock = () => Date.now() + 24 * 3_600_000;
    await call('GET', '/api/link/round');
    await call('GET', '/api/link/round');
    expect(await eventsOf('link.used', linkId)).toHaveLength(2);
  });

  test('that a scanner opens stays as it was', async () => {
    const { linkId, token } = await aContactWithLink();
    const before = await linkRow(linkId);
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await server.app.inject({ method, url: `/h/${token}` });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(await linkRow(linkId)).toEqual(before);
    expect(await eventsOf('link.used', linkId)).toEqual([]);
  });

  test('is in no line of the log, however it comes', async () => {
    const { token, cookie, call } = await opened();
    await server.app.inject({ url: `/h/${token}` });
    await server.app.inject({ url: `/h/${token}%zz` });
    await server.app.inject({ method: 'POST', url: `/h/${token}`, payload: { token } });
    await server.app.inject({
      method: 'POST',
      url: '/api/link/open',
      payload: `{"token":"${token}"`,
    });
    await call('GET', '/api/link/round');
    expect(log).toContain('/api/link/open');
    expect(log).toContain('"contactId"');
    expect(log).not.toContain(token);
    expect(log).not.toContain(cookie.split('=')[1]);
  });
});

describe('a link that has ended says why, also where it is open', () => {
  type Open = Awaited<ReturnType<typeof opened>>;
  const ask = 'Ask the person who sent it for a new one.';
  const ends: [string, (link: Open) => unknown, string][] = [
    [
      'revoked',
      ({ contactId, linkId }) =>
        server.as('connie')('DELETE', `${path()}/${contactId}/links/${linkId}`),
      `This link was withdrawn. ${ask}`,
    ],
    [
      'expired',
      () => {
        const later = Date.now() + linkDays * 86_400_000;
        clock = () => later;
      },
      `This link has expired. ${ask}`,
    ],
    [
      'of somebody who has left',
      ({ contactId }) => server.as('connie')('DELETE', `${path()}/${contactId}`),
      'This link was made for somebody who no longer works at the hotel.',
    ],
    [
      'to a cancelled round',
      () =>
        server.db
          .updateTable('rounds')
          .set({ status: 'cancelled' })
          .where('id', '=', round)
          .execute(),
      'The assessment that this link opens was cancelled.',
    ],
  ];
  test.each(ends)('%s', async (_, end, words) => {
    const link = await opened();
    expect((await link.call('GET', '/api/link/round')).status).toBe(200);
    await end(link);
    expect(heard(await open(link.token))).toEqual([410, words]);
    expect(said(await link.call('GET', '/api/link/round'))).toEqual([401, words]);
    expect((await link.call('POST', '/api/link/appeals', appealOf(response.id))).status).toBe(401);
    const { body } = await server.as('connie')('GET', `${path()}/${link.contactId}/links`);
    expect(body).toEqual([]);
  });

  test('a day before it expires it still opens', async () => {
    const { token } = await aContactWithLink();
    const soon = Date.now() + (linkDays - 1) * 86_400_000;
    clock = () => soon;
    expect((await open(token)).statusCode).toBe(204);
  });

  test('after its hotel was deleted nobody knows it', async () => {
    const { token, call } = await opened();
    expect((await server.as('alice')('DELETE', `/api/hotels/${hotel.id}`)).status).toBeLessThan(
      300,
    );
    expect((await open(token)).statusCode).toBe(404);
    expect((await call('GET', '/api/link/round')).status).toBe(401);
  });
});

test('guesses are slowed by where they come from, and a right link elsewhere is not', async () => {
  const { token } = await aContactWithLink();
  const guess = (n: number) => open(String(n).padStart(43, 'x'), '192.0.2.1');
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await guess(n)).statusCode);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  const waits = await open(token, '192.0.2.1');
  expect([waits.statusCode, waits.headers['retry-after']]).toEqual([429, '1']);
  expect((await open(token, '192.0.2.2')).statusCode).toBe(204);
  clock = () => Date.now() + 2_000;
  expect((await open(token, '192.0.2.1')).statusCode).toBe(204);
});

test('a link that was used too often in a minute waits, and no other', async () => {
  const now = Date.now();
  clock = () => now;
  const { call } = await opened();
  const other = await opened();
  let answer = await call('GET', '/api/link/round');
  for (let n = 1; n < 121; n += 1) answer = await call('GET', '/api/link/round');
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '60']);
  expect((await other.call('GET', '/api/link/round')).status).toBe(200);
  clock = () => now + 60_001;
  expect((await call('GET', '/api/link/round')).status).toBe(200);
});

describe('the three principals stay apart', () => {
  const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);
  const ofPeople = named.filter(([, { who }]) => !['anyone', 'monitor', 'contact'].includes(who));

  test.each(ofPeople)('%s is refused to the cookie of a link', async (_, { method, path: at }) => {
    const { cookie } = await opened();
    const url = at.replaceAll(/\{\w+\}/g, String(hotel.id));
    const value = cookie.split('=')[1];
    // The cookie is sent under its own name, and under that of a session.
    for (const header of [cookie, `${sessionCookie}=${value}`]) {
      const answer = await server.as('nobody')(method, url, undefined, { cookie: header });
      expect([answer.status, answer.body.type]).toEqual([401, '/problems/not-signed-in']);
    }
  });

  test('what is for contacts is refused to every person', async () => {
    for (const who of ['alice', 'asa', 'connie', 'nobody'] as const) {
      expect((await server.as(who)('GET', '/api/link/round')).status).toBe(401);
      const appeal = appealOf(response.id);
      expect((await server.as(who)('POST', '/api/link/appeals', appeal)).status).toBe(401);
    }
  });

  const ofContacts = named.filter(([, { who }]) => who === 'contact');

  test.each(ofContacts)(
    '%s is refused to a page that shows the round of another link',
    async (_, { method, path: at }) => {
      const own = await opened();
      const other = await opened();
      const url = at.replaceAll(/\{\w+\}/g, String(hotel.id));
      const by = (linkId: number) =>
        server.as('nobody')(method, url, undefined, {
          ...{ cookie: own.cookie, [actingLinkHeader]: String(linkId) },
        });
      expect(said(await by(other.linkId))).toEqual([
        403,
        'This browser has opened another link since. Open your link again to go on.',
      ]);
      expect((await by(own.linkId)).status).not.toBe(403);
    },
  );

  test('nothing is stored in the name of a link that another tab has opened since', async () => {
    await approve();
    const page = await opened();
    const { linkId } = (await page.call('GET', '/api/link/round')).body;
    expect(linkId).toBe(page.linkId);
    const { cookie } = await opened();
    const file = (named: number | string) =>
      server.as('nobody')('POST', '/api/link/appeals', appealOf(response.id), {
        ...{ cookie, [actingLinkHeader]: String(named) },
      });
    for (const named of [linkId, 'mine', '']) expect((await file(named)).status).toBe(403);
    expect((await page.call('GET', '/api/link/round')).body.result.appeals).toEqual([]);
  });

  test('another site cannot file by the cookie', async () => {
    await approve();
    const { cookie } = await opened();
    const answer = await server.as('nobody')('POST', '/api/link/appeals', appealOf(response.id), {
      ...{ cookie, origin: 'https://elsewhere.example' },
    });
    expect([answer.status, answer.body.type]).toEqual([403, '/problems/foreign-origin']);
  });
});

describe('the round', () => {
  test('shows no score and no finding before it is approved', async () => {
    const { call } = await opened();
    const { body } = await call('GET', '/api/link/round');
    expect(body).toMatchObject({
      hotel: { name: hotel.hotelName },
      round: { stage: 'Onsite Assessment', approvedAt: null },
      result: null,
    });
    expect((await call('POST', '/api/link/appeals', appealOf(response.id))).status).toBe(409);
  });

  test('shows its score and findings then, and nobody who was asked', async () => {
    await approve();
    const { call } = await opened();
    const { body } = await call('GET', '/api/link/round');
    expect(body.result).toMatchObject({
      ...{ percent: 50, verdict: 'Needs Review', canAppeal: true, appeals: [] },
      interviews: [
        {
          responseId: response.id,
          findings: [
            {
              ...{ number: 1, code: 'FO-1', answer: 'Poor', score: 0, maximum: 10 },
              ...{ note: 'Seen at noon', choices: [{ text: 'Good' }, { text: 'Excellent' }] },
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('Rosa');
  });

  test('takes an appeal once, by the name of the contact, and somebody else decides it', async () => {
    await approve();
    const { call, contactId } = await opened();
    const appeal = appealOf(response.id);
    const answers = await Promise.all([
      call('POST', '/api/link/appeals', appeal),
      call('POST', '/api/link/appeals', appeal),
    ]);
    expect(statusesOf(answers)).toEqual(['200', '201']);
    const { id } = answers[0].body;
    expect(answers[1].body).toEqual(answers[0].body);
    expect(answers[0].body).toMatchObject({ status: 'open', filedBy: 'Ana Hotel' });
    expect(await eventsOf('appeal.filed', id)).toMatchObject([
      { actorName: 'Ana Hotel', actorId: null },
    ]);
    const row = await server.db
      .selectFrom('appeals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([row.filedById, row.filedByContactId]).toEqual([null, contactId]);
    // A person cannot send the contact's appeal as their own, nor withdraw it.
    const same = await server.as('connie')('POST', '/api/appeals', appeal);
    expect(same.body.type).toBe('/problems/same-key-other-content');
    expect((await server.as('connie')('POST', `/api/appeals/${id}/withdraw`)).status).toBe(403);
    // Another contact cannot send it either.
    const another = await (await opened()).call('POST', '/api/link/appeals', appeal);
    expect(another.body.type).toBe('/problems/same-key-other-content');
    const decision = { decision: 'upheld', reason: 'We saw it too' };
    expect((await server.as('asa')('PUT', `/api/appeals/${id}/decision`, decision)).status).toBe(
      200,
    );
    const { body } = await call('GET', '/api/link/round');
    expect(body.result).toMatchObject({
      ...{ percent: 100, verdict: 'Pass', interviews: [] },
      appeals: [{ status: 'upheld', reason: 'We saw it too', wantedText: 'Excellent' }],
    });
  });

  test('takes none of another hotel, nor after the last day', async () => {
    await approve();
    const { call } = await opened();
    const other = { hotel, round, response };
    hotel = await anAssessedHotel(server);
    round = await currentRound(server, hotel.id);
    const foreign = await hold();
    await approve();
    expect((await call('POST', '/api/link/appeals', appealOf(foreign.id))).status).toBe(404);
    const later = Date.now() + 16 * 86_400_000;
    clock = () => later;
    const { status, body } = await call('POST', '/api/link/appeals', appealOf(other.response.id));
    expect([status, body.detail]).toEqual([
      409,
      expect.stringMatching(/^Appeals could be filed until /),
    ]);
    expect((await call('GET', '/api/link/round')).body.result.canAppeal).toBe(false);
  });
});

test('behind https the cookie travels by https alone, from and to this host alone', async () => {
  const https = await openTestApp({}, { PUBLIC_URL: 'https://bellwether.example' });
  const place = await aHotel(https);
  const contact = await https.as('alice')('POST', `/api/hotels/${place.id}/contacts`, {
    ...{ clientId: 'contact_https', name: 'Ana Hotel' },
  });
  const made = await https.as('alice')(
    'POST',
    `/api/hotels/${place.id}/contacts/${contact.body.id}/links`,
    { clientId: 'link_https', roundId: await currentRound(https, place.id) },
  );
  const answer = await https.app.inject({
    ...{ method: 'POST', url: '/api/link/open', payload: { token: made.body.token } },
  });
  expect(answer.cookies).toMatchObject([
    { name: `__Host-${contactCookie}`, path: '/', secure: true, httpOnly: true },
  ]);
  const read = await https.as('nobody')('GET', '/api/link/round', undefined, {
    cookie: cookieOf(answer),
  });
  expect(read.status).toBe(200);
  await https.close();
});
