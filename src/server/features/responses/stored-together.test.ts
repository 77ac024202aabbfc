import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { responseInputSchema } from '#domain/responses/response.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { noWaivers } from '#server/db/rounds/kept-waivers.ts';
import { inTransaction, lockFor, type Db } from '#server/db/statements/transaction.ts';
import { beginSession, sessionCookieOf } from '#server/http/auth-sessions.ts';
import { aHotel, aSurvey, currentRound } from '#test/build.ts';
import { aLink } from '#test/contact.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type Answer, type TestApp } from '#test/test-app.ts';
import { waitFor } from '#test/wait-for.ts';
import { storeResponse, storeResponseByLink, type Owner } from './store-response.ts';
import { prepare } from './submit-response.ts';

/** Tests responses that share a statement: each is stored or refused as it would be alone. */
let server: TestApp;
let survey: SurveyWithQuestions;
let hotelId: number;
type Sent = { name?: string; values: unknown[] };
/** The number of responses in each storing statement that was sent. */
let sent: number[];
/** Counts the tests, so that one that is tried again sends responses of its own. */
let run = 0;
const clientIdOf = (one: string) => `offline_${run}_${one}`;

beforeAll(async () => {
  server = await openTestApp({ lockTimeout: 1_500 });
  survey = await aSurvey(server);
  ({ id: hotelId } = await aHotel(server, { serviceConsultantId: server.idOf('connie') }));
  await sql`alter table responses add constraint refuses check (notes <> 'refuse me')`.execute(
    server.db,
  );
  // As the function of that name does for a round that is approved at that moment, but for ever.
  await sql`alter table responses add constraint responses_round_unapproved
    check (notes <> 'approved for ever')`.execute(server.db);
  // The edition is in memory from now on, and each person is remembered.
  for (const who of ['alice', 'asa', 'connie', 'cole'] as const)
    await submit(`known_${who}`, { who });
});
afterAll(() => server.close());
beforeEach(() => {
  run += 1;
  sent = [];
  const { pool } = server.deps;
  const query = pool.query.bind(pool) as (given: Sent) => unknown;
  vi.spyOn(pool as { query: typeof query }, 'query').mockImplementation((given) => {
    if (given.name?.startsWith('store responses'))
      sent.push(given.name.endsWith('one') ? 1 : JSON.parse(String(given.values[0])).length);
    return query(given);
  });
});

const input = (clientId: string, more: object = {}) => ({
  ...{ clientId, surveyId: survey.id, edition: survey.edition!, hotelId },
  ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
  responseAnswers: survey.questions
    .filter(({ answers }) => answers.length > 0)
    .map(({ id, answers }) => ({ questionId: id, answerId: answers[2]!.id })),
  ...more,
});

/** A response that is checked and scored, and can be stored in the same moment as others. */
const prepared = async (clientId: string, more: object = {}) => {
  const given = {
    ...{ deps: server.deps, clientId, store: async () => null },
    input: responseInputSchema.parse(input(clientId, more)),
    sender: { bodyDigest: clientId, skewAtSending: null },
  };
  return (await prepare(server.db, given, noWaivers)).response;
};

type Submitted = [clientId: string, more?: More];
type More = { who?: PersonName; [field: string]: unknown };
const submit = (clientId: string, { who = 'asa', ...more }: More = {}) =>
  server.as(who)('POST', '/api/responses', input(clientIdOf(clientId), more));

/** Holds the locks of these interviews while `act` runs, so that a statement that stores one of them waits. */
const holding = <T>(clientIds: string[], act: (tx: Db) => Promise<T>): Promise<T> =>
  inTransaction(server.deps.reports, async (tx) => {
    for (const clientId of clientIds) await lockFor(tx, 'interview', clientIdOf(clientId));
    return act(tx);
  });

let times = 0;
/** Submits these while the statement of another one waits, so that they share the next statements. */
async function together(...each: Submitted[]): Promise<Answer[]> {
  times += 1;
  const first = `first_${times}`;
  const { answers, held } = await holding([first], async () => {
    const waiting = submit(first);
    await untilWaiting(1);
    return { answers: await Promise.all(each.map((one) => submit(...one))), held: { waiting } };
  });
  await held.waiting;
  return answers;
}

/** Expects that some shared a statement. On a busy machine, the test cannot know how many arrive in time for it. */
const expectShared = () => expect(Math.max(...sent)).toBeGreaterThan(1);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);
const sorted = (answers: Answer[]) => statuses(answers).toSorted((a, b) => a - b);
const stored = async (prefix: string) => {
  const { rows } = await sql<{ clientId: string; events: number }>`
    select client_id as "clientId", (select count(*) from audit_events event
      where event.object_id = response.id and event.action = 'response.stored')::int as events
    from responses response where client_id like ${clientIdOf(`${prefix}%`)} order by client_id`.execute(
    server.db,
  );
  return rows.map(({ clientId, events }) => `${clientId.slice(clientIdOf('').length)}: ${events}`);
};
const untilWaiting = (expected: number) =>
  waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
      expect(rows).toHaveLength(expected);
    },
    { interval: 5 },
  );

test('four responses share a statement, and each gets its own receipt, audit event and id', async () => {
  const stages = ['d', 'b', 'c', 'a'].map((one) => `own_${one}`);
  const answers = await together(
    ...stages.map((one) => [one, { notes: `By ${one}` }] satisfies Submitted),
  );
  expectShared();
  expect(answers.map(({ status, body }) => [status, body.clientId, body.notes])).toEqual(
    stages.map((one) => [201, clientIdOf(one), `By ${one}`]),
  );
  expect(await stored('own_')).toEqual(['own_a: 1', 'own_b: 1', 'own_c: 1', 'own_d: 1']);
  const interviews = await server.db
    .selectFrom('responses')
    .select(['id', 'sessionId', 'totalScore', 'answers'])
    .where('clientId', 'like', clientIdOf('own_%'))
    .execute();
  expect(new Set(interviews.map(({ sessionId }) => sessionId)).size).toBe(4);
  for (const { totalScore, answers: given } of interviews)
    expect([totalScore, given]).toEqual([20, interviews[0]!.answers]);
  for (const { body } of answers)
    expect((await server.as('asa')('GET', `/api/responses/${body.id}`)).body.percent).toBe(100);
});

test('a response that arrives alone is stored in a statement of its own', async () => {
  expect((await submit('alone')).status).toBe(201);
  expect(sent).toEqual([1]);
});

describe('two responses with the same client id', () => {
  test('and the same content are stored once, and both callers get the same receipt', async () => {
    const answers = await together(['twin'], ['twin'], ['twin_x'], ['twin_y'], ['twin_z']);
    expect(sorted(answers)).toEqual([200, 201, 201, 201, 201]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expectShared();
    expect(await stored('twin')).toHaveLength(4);
  });

  test('and different content: one is stored, the other is refused', async () => {
    const other = { notes: 'Other words' };
    const answers = await together(['odd'], ['odd', other], ['odd_x'], ['odd_y'], ['odd_z']);
    expect(sorted(answers)).toEqual([201, 201, 201, 201, 409]);
    expect(await stored('odd')).toHaveLength(4);
  });
});

describe('a response that is not stored does not stop the others', () => {
  test('because it was deleted or stored before', async () => {
    const { body } = await submit('gone');
    await server.as('alice')('DELETE', `/api/responses/${body.id}`);
    const before = await submit('before');
    sent = [];
    const answers = await together(['gone'], ['before'], ['gone_x'], ['gone_y']);
    expect(statuses(answers)).toEqual([410, 200, 201, 201]);
    expect(answers[1]!.body).toEqual(before.body);
    expectShared();
  });

  test('because the database refuses it', async () => {
    const answers = await together(
      ['bad_a'],
      ['bad_b', { notes: 'refuse me' }],
      ['bad_c'],
      ['bad_d'],
    );
    expect(statuses(answers)).toEqual([201, 500, 201, 201]);
    expectShared();
    expect(await stored('bad_')).toHaveLength(3);
  });

  test('because its sender’s session has ended', async () => {
    // Their session is remembered, and ends by another process.
    await sql`delete from auth_sessions where user_id = ${server.idOf('alice')}`.execute(server.db);
    const answers = await together(['out_a'], ['out_b', { who: 'alice' }], ['out_c'], ['out_d']);
    expect(statuses(answers)).toEqual([201, 401, 201, 201]);
    expectShared();
    expect(await stored('out_')).toHaveLength(3);
  });
});

test('each response is checked by its own hotel, sender, survey and waivers', async () => {
  const foreign = await aHotel(server);
  const { id: goneId } = await aHotel(server);
  await server.db.deleteFrom('hotels').where('id', '=', goneId).execute();
  const waived = await aHotel(server);
  await sql`update hotels set kept_waivers = '[]' where id = ${waived.id}`.execute(server.db);
  const others = { hotelId: foreign.id, hotelName: 'As she knew it' };
  const answers = await together(
    ['per_own', { who: 'connie' }],
    ['per_foreign', { who: 'connie', ...others }],
    ['per_none', { who: 'connie', hotelId: null }],
    ['per_gone', { who: 'connie', hotelId: goneId }],
    ['per_seen', others],
    ['per_waived', { hotelId: waived.id }],
    ['per_edition', { edition: survey.edition! - 1, responseAnswers: [] }],
    ['per_gone_too', { hotelId: goneId }],
  );
  const told = answers.map(({ status, body }) => [status, body.reviewReasons, body.counts]);
  expect(told).toEqual([
    [201, [], true],
    [201, ['hotel-not-assigned'], false],
    [201, ['hotel-not-assigned'], false],
    [201, ['hotel-unknown'], false],
    [201, [], true],
    [201, [], true],
    [201, ['survey-changed'], true],
    [201, ['hotel-unknown'], true],
  ]);
  expect([answers[1]!.body.hotelName, answers[4]!.body.hotelName]).toEqual([
    'As she knew it',
    foreign.hotelName,
  ]);
  expectShared();
});

test('each response completes its own session', async () => {
  const sessions = await Promise.all(
    ['s_a', 's_b', 's_c'].map((one) =>
      server.as('asa')('POST', '/api/interview-sessions', {
        ...{ clientId: clientIdOf(one), hotelId, surveyId: survey.id },
        ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
      }),
    ),
  );
  await together(['s_a', { notes: 'A' }], ['s_b', { notes: 'B' }], ['s_x'], ['s_y']);
  expectShared();
  const rows = await server.db
    .selectFrom('interviewSessions')
    .select(['status', 'notes'])
    .where(
      'id',
      'in',
      sessions.map(({ body }) => body.id),
    )
    .orderBy('clientId')
    .execute();
  expect(rows).toEqual([
    { status: 'completed', notes: 'A' },
    { status: 'completed', notes: 'B' },
    { status: 'in_progress', notes: '' },
  ]);
});

test('responses of hotel contacts share a statement that checks the answers and the round of each', async () => {
  const hotel = await aHotel(server);
  const roundId = await currentRound(server, hotel.id);
  const sends = await Promise.all(
    [0, 1, 2, 3, 4].map(async (n) => {
      const clientId = clientIdOf(`link_${n}`);
      const { cookie, contactId } = await aLink(server, { hotelId: hotel.id, roundId });
      const begun = { clientId, surveyId: survey.id };
      await server.as('nobody')('POST', '/api/link/interviews', begun, { cookie });
      const response = await prepared(clientId, { hotelId: hotel.id, roundId });
      // The answers of the fourth have changed meanwhile.
      const by = { contactId, version: n === 3 ? 2 : 1, name: 'Hal' };
      return () => storeResponseByLink(server.deps.pool, by, response);
    }),
  );
  const answers = await Promise.all(sends.map((send) => send()));
  expect(answers.map((one) => one?.roundId)).toEqual([
    roundId,
    roundId,
    roundId,
    undefined,
    roundId,
  ]);
  expect(sent).toEqual([5]);
  const { rows } = await sql<{
    contacts: number;
  }>`select count(distinct contact_id)::int as contacts
    from responses where client_id like ${clientIdOf('link_%')}`.execute(server.db);
  expect(rows[0]?.contacts).toBe(4);
});

describe('a lock', () => {
  test('that is held too long refuses only the response that needs it', async () => {
    const answers = await holding(['held_d'], () =>
      together(['held_a'], ['held_b'], ['held_c'], ['held_d']),
    );
    expect(statuses(answers)).toEqual([201, 201, 201, 503]);
    expect(answers[3]!.body.detail).toContain('Nothing was stored');
    expect((await submit('held_d')).status).toBe(201);
  });

  test('that is held does not delay responses that arrive later', async () => {
    await holding(['slow_a'], async () => {
      const held = { waiting: submit('slow_a') };
      await untilWaiting(1);
      expect(statuses(await Promise.all([submit('slow_b'), submit('slow_c')]))).toEqual([201, 201]);
      return held;
    }).then(async ({ waiting }) => expect((await waiting).status).toBe(201));
  });

  test('that is refused each time it is sent ends with a reply, and not with the next statement for ever', async () => {
    const now = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + (ahead += 1_000));
    const refused = await submit('for_ever', { notes: 'approved for ever' });
    expect(refused).toMatchObject({ status: 503, body: { type: '/problems/try-later' } });
    expect(refused.body.detail).toMatch(/Nothing was stored; please try again\.$/);
    expect(sent.length).toBeGreaterThan(1);
    expect((await submit('after_all')).status).toBe(201);
  });

  test('that leads to a deadlock: PostgreSQL ends it, and all responses are stored', async () => {
    const owner: Owner = {
      person: { id: server.idOf('asa'), name: 'Asa' },
      scope: { kind: 'all' },
    };
    const responses = await Promise.all(
      ['first', 'a', 'b', 'm', 'z'].map((one) => prepared(clientIdOf(`dead_${one}`))),
    );
    const { storing } = await holding(['dead_z'], async (tx) => {
      // PostgreSQL ends the transaction that finds the deadlock. This one does not look for it, so it is
      // the statement's.
      await sql`set local lock_timeout = 0`.execute(tx);
      await sql`set local deadlock_timeout = '1min'`.execute(tx);
      const { storing, ours } = await holding(['dead_m'], async () => {
        const storing = Promise.all(
          responses.map((one) => storeResponse(server.deps.pool, owner, one)),
        );
        // The statement has the first of its locks.
        await untilWaiting(1);
        const ours = lockFor(tx, 'interview', clientIdOf('dead_a'));
        await untilWaiting(2);
        return { storing, ours };
      });
      await ours;
      return { storing };
    });
    expect((await storing).map((one) => one?.hotelId)).toEqual(Array(5).fill(hotelId));
    expect(sent).toEqual([5, 1, 1, 1, 1, 1]);
  });
});

test('when the connection is lost, each sender hears that the outcome is not known, and nothing is sent again', async () => {
  const answers = await holding(['cut_z'], async () => {
    const all = together(['cut_a'], ['cut_b'], ['cut_c'], ['cut_z']);
    await untilWaiting(2);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%json_to_recordset%'`.execute(server.db);
    return all;
  });
  // One that arrived before the others was stored before them.
  const unknown = answers.filter(({ status }) => status !== 201);
  expect(unknown.length).toBeGreaterThan(1);
  for (const { status, body } of unknown)
    expect([status, body.detail]).toEqual([
      503,
      expect.stringContaining('it is not known whether'),
    ]);
  // The first one, and those that shared what was lost.
  expect(sent.reduce((sum, rows) => sum + rows)).toBe(5);
});

describe('by a real connection', () => {
  let address: string;
  let headers: Record<string, string>;
  let received = 0;
  beforeAll(async () => {
    address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    server.app.server.on('request', () => (received += 1));
    const token = await beginSession(server.db, server.idOf('asa'), 'test');
    const cookie = `${sessionCookieOf(server.deps.config)}=${token}`;
    headers = { cookie, 'content-type': 'application/json', connection: 'close' };
    expect(await post('known_cookie')).toBe(201);
  });
  const post = (clientId: string, signal: AbortSignal | null = null) => {
    const body = JSON.stringify(input(clientIdOf(clientId)));
    const reply = fetch(`${address}/api/responses`, { method: 'POST', headers, body, signal });
    return reply.then(({ status }) => status, String);
  };

  /** Posts these while the statement of the first one waits, and does `act` once all have arrived. */
  async function whileWaiting(prefix: string, act: () => Promise<unknown>, signal: AbortSignal) {
    received = 0;
    const { sends, acted } = await holding([`${prefix}_a`], async () => {
      const first = post(`${prefix}_a`);
      await untilWaiting(1);
      const others = [post(`${prefix}_b`), post(`${prefix}_c`), post(`${prefix}_d`, signal)];
      await waitFor(() => expect(received).toBe(4), { interval: 1 });
      return { sends: [first, ...others], acted: [act()] };
    });
    await Promise.all(acted);
    return Promise.all(sends);
  }

  test('a sender who hangs up does not affect the others in the same statement', async () => {
    const gone = new AbortController();
    const hangUp = async () => gone.abort();
    const ends = await whileWaiting('left', hangUp, gone.signal);
    expect(ends).toEqual([201, 201, 201, expect.stringContaining('AbortError')]);
    expect((await stored('left_')).slice(0, 3)).toEqual(['left_a: 1', 'left_b: 1', 'left_c: 1']);
  });

  test('a server that shuts down still stores and answers the waiting responses', async () => {
    const { signal } = new AbortController();
    const ends = await whileWaiting('last', () => server.app.close(), signal);
    expect(ends).toEqual([201, 201, 201, 201]);
  });
});
