import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { problemSchema } from '#domain/problems/problem.ts';
import { openDatabase, type Connection } from '#server/db/connection/connect.ts';
import { buildApp } from '#server/app.ts';
import { perhapsStored } from '#server/problems.ts';
import { aHotel } from '#test/build.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { aForm } from '#test/form.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { toProblem } from './answer-problems.ts';

const logged: string[] = [];
let server: TestApp;
let port: number;
beforeAll(async () => {
  const logTo = { write: (line: string) => void logged.push(line) };
  server = await openTestApp({ logTo }, { LOG_LEVEL: 'info' });
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => server.close());

const unencoded = 'The address is not percent-encoded UTF-8. A percent sign is written as %25.';
test.each([
  ['cannot be decoded', '/api/hotels/%ff', unencoded],
  ['is cut within a character', '/api/hotels/%', unencoded],
  ['has a query that cannot be decoded', '/api/audit-events?search=%c3%28', unencoded],
  ['has a percent sign in its query', '/api/audit-events?search=100%', unencoded],
  ['is longer than any id', `/api/hotels/${'9'.repeat(400)}`, 'The request cannot be read.'],
])('an address that %s is a problem like any other', async (_what, path, detail) => {
  const answer = await server.as('alice')('GET', path);
  expect(answer.status).toBe(400);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(problemSchema.parse(answer.body).detail).toBe(detail);
});

async function countRefused(type: string): Promise<number> {
  const line = new RegExp(`^bellwether_refusals_total\\{problem="${type}"\\} (\\d+)$`, 'm');
  return Number(line.exec(await server.deps.metrics.write())?.[1]);
}

/** Returns the server's reply to these bytes. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    socket.on('data', (part) => (heard += part.toString()));
    socket.on('error', reject).on('close', () => resolve(heard));
  });
}

test('a client that is still sending gets the refusal, and its connection is not reset', async () => {
  const heard = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}`),
    );
    socket.on('error', reject).on('close', () => resolve(text));
    socket.on('data', (part) => (text += part.toString()));
    socket.on('end', () => socket.write('b'.repeat(2_000_000), () => socket.end()));
  });
  expect(heard).toContain('headers-too-large');
});

test('an unreadable HEAD request gets a reply without a body', async () => {
  const heard = await say(`HEAD / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`);
  expect(heard).toMatch(/^HTTP\/1\.1 431 /);
  expect(heard.endsWith('\r\n\r\n')).toBe(true);
});

test.each([
  [
    'what is no HTTP',
    '\u0016\u0003\u0001 hello\r\n\r\n',
    { status: 400, type: 'malformed-request', code: 'HPE_INVALID_METHOD' },
  ],
  [
    'two lengths',
    'POST /api/surveys HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    { status: 400, type: 'malformed-request', code: 'HPE_UNEXPECTED_CONTENT_LENGTH' },
  ],
  [
    'headers without an end',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`,
    { status: 431, type: 'headers-too-large', code: 'HPE_HEADER_OVERFLOW' },
  ],
])(
  '%s is a problem like any other, ends the connection, and is counted and logged as refused',
  async (_what, bytes, { status, type, code }) => {
    logged.length = 0;
    const before = await countRefused(type);
    const [head = '', body = ''] = (await say(bytes)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('application/problem+json');
    expect(problemSchema.parse(JSON.parse(body))).toMatchObject({
      status,
      type: `/problems/${type}`,
    });
    expect(await countRefused(type)).toBe(before + 1);
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ level: 30, msg: 'request refused', status: `${status}`, problem: type, code },
        ...{ time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) },
      },
    ]);
  },
);

test('text that is not UTF-8 is refused, before anything in it is stored', async () => {
  const send = (title: string | Buffer) =>
    server.as('alice')(
      'POST',
      '/api/surveys',
      Buffer.concat([
        Buffer.from('{"category":"other","title":"'),
        Buffer.from(title),
        Buffer.from('"}'),
      ]),
    );
  const titles = () => server.db.selectFrom('surveys').select('title').execute();
  const before = await titles();
  for (const bytes of [
    Buffer.from('Caf\xe9', 'latin1'),
    Buffer.from('Café').subarray(0, -1),
    Buffer.from([0xed, 0xa0, 0xbd]),
  ]) {
    const { status, body } = await send(bytes);
    expect([status, body.type, body.detail]).toEqual([
      400,
      '/problems/malformed-request',
      'The text in the request is not UTF-8. Please send JSON in UTF-8.',
    ]);
  }
  expect(await titles()).toEqual(before);
  // Half of a character, as `JSON.stringify` writes it. A device can send that.
  const half = JSON.stringify('a\ud83d').slice(1, -1);
  expect((await send(half)).body.title).toBe('a\ufffd');
  expect((await send('Café 😀')).body.title).toBe('Café 😀');
});

test('a body of a kind that the call does not take is refused unread, with the reason', async () => {
  const survey = '{"title":"Zipped","category":"other"}';
  const json = { 'content-type': 'application/json' };
  const [form, ofForm] = aForm('hotels.csv', 'Hotel ID\n');
  const compressed = 'Compressed bodies are not accepted. Please send the body as it is.';
  const noForm = 'Please send the file in a form, in its field "file".';
  for (const [path, body, headers, detail] of [
    ['/api/surveys', gzipSync(survey), { ...json, 'content-encoding': 'gzip' }, compressed],
    ['/api/surveys', survey, { ...json, 'content-encoding': 'BR' }, compressed],
    ['/api/hotels/import', form, { ...ofForm, 'content-encoding': 'gzip' }, compressed],
    ['/api/surveys', form, ofForm, 'Please send JSON.'],
    ['/api/hotels/import', 'Hotel ID\n', { 'content-type': 'text/csv' }, noForm],
  ] as const) {
    const answer = await server.as('alice')('POST', path, body, headers);
    const { status, type, detail: told } = problemSchema.parse(answer.body);
    expect([status, type, told]).toEqual([415, '/problems/wrong-media-type', detail]);
    expect(answer.headers['accept-encoding']).toBe(detail === compressed ? 'identity' : undefined);
  }
  const plain = await server.as('alice')('POST', '/api/surveys', survey, {
    'content-encoding': 'identity',
  });
  expect(plain.status).toBe(201);
});

test('a body that is not JSON is refused with the reason', async () => {
  const { status, body } = await server.as('alice')('POST', '/api/surveys', '{"title":');
  expect([status, body.detail]).toEqual([400, 'The body cannot be read as JSON.']);
});

test('calls without a sign-in accept only small bodies', async () => {
  const signIn = (length: number) =>
    server.as('nobody')('POST', '/api/auth/login', {
      email: 'rosa.lind@hotel.example',
      password: 'a'.repeat(length),
    });
  const large = await signIn(20_000);
  expect(large.status).toBe(413);
  expect(large.body.type).toBe('/problems/too-large');
  // A body within the limit is read, and then refused because of its field.
  expect((await signIn(10_000)).status).toBe(400);
  const survey = { title: 'S', category: 'other', description: 'a'.repeat(18_000) };
  expect((await server.as('alice')('POST', '/api/surveys', survey)).status).toBe(201);
});

const nobody = { user: 'nobody', database: 'none' };

async function errorOf(act: () => Promise<unknown>): Promise<Error> {
  const error = await act().catch((thrown: unknown) => thrown);
  if (error instanceof Error) return error;
  throw new Error('It did not fail.');
}

test.each<[string, Connection]>([
  ['refuses', { host: '127.0.0.1', port: 1, ...nobody }],
  ['refuses at each of its addresses', { host: 'localhost', port: 1, ...nobody }],
  ['has no socket', { host: '/nowhere', port: 5432, ...nobody }],
  ['cannot be found', { host: 'database.invalid', port: 5432, ...nobody }],
])('a database that %s asks to come again', async (_what, connection) => {
  const database = openDatabase(connection);
  const problem = toProblem(await errorOf(() => database.pool.query('select')));
  expect(problem.toProblem().type).toBe('/problems/try-later');
  await database.close();
});

test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])(
  'when the database connection ends with %s, the reply asks to try again later',
  (code) => {
    const lost = Object.assign(new Error(`read ${code}`), { syscall: 'read', code });
    expect(toProblem(lost).toProblem().type).toBe('/problems/try-later');
  },
);

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError('Lost', 4, 'error'), { code });

test.each([
  [
    'never reached the database',
    Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect', code: 'ECONNREFUSED' }),
  ],
  ['got no connection in time', new Error('timeout exceeded when trying to connect')],
  ['was rolled back for another one', databaseError('40P01')],
  ['came while the database started', databaseError('57P03')],
  ['came to a standby', databaseError('25006')],
])('a call that %s says that nothing was stored', (_what, error) => {
  const { type, detail } = toProblem(error).toProblem();
  expect(type).toBe('/problems/try-later');
  expect(detail).toContain('Nothing was stored');
});

test('the log says of a deadlock who waited for whom, and where', async () => {
  const ids = [(await aHotel(server)).id, (await aHotel(server)).id];
  const clients = await Promise.all(ids.map(() => server.deps.pool.connect()));
  const lock = (client: number, hotel: number) =>
    clients[client]?.query('select from hotels where id = $1 for update', [ids[hotel]]);
  await Promise.all(clients.map((client) => client.query('begin')));
  await Promise.all([lock(0, 0), lock(1, 1)]);
  const [one, other] = await Promise.allSettled([lock(0, 1), lock(1, 0)]);
  for (const client of clients) client.release(true);
  const [failed] = [one, other].filter(({ status }) => status === 'rejected');
  logged.length = 0;
  server.app.log.error({ err: (failed as PromiseRejectedResult).reason }, 'request failed');
  expect(JSON.parse(logged[0] ?? '').err).toMatchObject({
    ...{ code: '40P01', message: 'deadlock detected' },
    detail: expect.stringMatching(
      /^(Process \d+ waits for \w+ on [\w ]+; blocked by process \d+\.\n?){2}$/,
    ),
    where: expect.stringMatching(/^while locking tuple \(\d+,\d+\) in relation "hotels"$/),
  });
});

test.each([
  ['detail', 'Key (name)=(Rosa Respondent) already exists.'],
  [
    'detail',
    'Process 1 waits for ShareLock on transaction 2; blocked by process 3.\nRosa Respondent',
  ],
  ['where', 'COPY responses, line 1: "Rosa Respondent"'],
])('the log contains nothing of a row in the %s of an error: %s', (field, said) => {
  logged.length = 0;
  const err = Object.assign(databaseError('23505'), { [field]: said });
  server.app.log.error({ err }, 'request failed');
  expect(JSON.parse(logged[0] ?? '').err).toMatchObject({ code: '23505', [field]: '[Redacted]' });
});

test('the log names the table of a deadlock, and nothing of the statement', () => {
  logged.length = 0;
  const where = 'while locking tuple (0,1) in relation "hotels"';
  const err = Object.assign(databaseError('40P01'), { where: `${where}\nSQL statement "Rosa"` });
  server.app.log.error({ err }, 'request failed');
  expect(JSON.parse(logged[0] ?? '').err.where).toBe(where);
});

test('a full database disk is not reported as a busy database', () => {
  const problem = toProblem(databaseError('53100'));
  expect(problem.toProblem()).toMatchObject({
    ...{ type: '/problems/try-later', status: 503 },
    detail: expect.stringMatching(/^The server's disk is full\. Nothing was stored/),
  });
  expect(problem.retryAfter).toBe(30);
});

test.each([
  [
    'is reset',
    Object.assign(new Error('read ECONNRESET'), { syscall: 'read', code: 'ECONNRESET' }),
  ],
  ['falls silent', new Error('Connection terminated: silent for 30 seconds')],
  ['ends with the server', new Error('Connection terminated unexpectedly')],
  ['is ended by an operator', databaseError('57P01')],
  ['is lost behind a pooler', databaseError('08P01')],
])('a call whose connection %s does not claim to know what was stored', (_what, error) => {
  const { type, detail } = toProblem(error).toProblem();
  expect(type).toBe('/problems/try-later');
  expect(detail).toBe(
    'The database does not answer, so it is not known whether this was stored. Please try again: it counts once.',
  );
});

test('the log says of a call that was perhaps stored what the database said, and nothing of a row', async () => {
  const now = () => {
    throw perhapsStored(Object.assign(databaseError('40P01'), { where: 'of Rosa Respondent' }));
  };
  logged.length = 0;
  const logTo = { write: (line: string) => void logged.push(line) };
  const app = await buildApp({ ...server.deps, now, logTo });
  const { statusCode, body } = await app.inject('/api/health');
  await app.close();
  expect([statusCode, JSON.parse(body).detail]).toEqual([
    503,
    'It is not known whether this was stored. Please try again: it counts once.',
  ]);
  const failed = logged.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed');
  expect(failed.err).toMatchObject({ code: '40P01', where: '[Redacted]' });
});

test('the reply to an unexpected error contains nothing of the error', async () => {
  const now = () => {
    throw new Error('what nobody outside may read');
  };
  const app = await buildApp({ ...server.deps, now, logTo: { write: () => {} } });
  const { statusCode, body } = await app.inject('/api/health');
  await app.close();
  expect(statusCode).toBe(500);
  expect(Object.keys(problemSchema.parse(JSON.parse(body))).toSorted()).toEqual(
    ['type', 'title', 'status', 'detail', 'requestId'].toSorted(),
  );
  expect(body).not.toMatch(/nobody outside|Error:|\.ts|node_modules/);
});

test('a reply that cannot be written does not claim that nothing was stored', async () => {
  const { id } = await aHotel(server);
  await server.db
    .updateTable('hotels')
    .set({ virtualSessionCompletionDate: '10000-01-01' })
    .where('id', '=', id)
    .execute();
  const change = { evaluationNotes: 'Stored all the same' };
  const { status, body } = await server.as('alice')('PATCH', `/api/hotels/${id}`, change);
  expect([status, body.detail]).toEqual([
    500,
    'Something went wrong here, so it is not known whether this was stored.',
  ]);
  const stored = server.db.selectFrom('hotels').select('evaluationNotes').where('id', '=', id);
  expect(await stored.executeTakeFirst()).toEqual(change);
});

test('a missing file is not reported as a problem of the database', async () => {
  const problem = toProblem(await errorOf(() => readFile('/nowhere/at-all')));
  expect(problem.toProblem()).toMatchObject({ status: 500, type: '/problems/internal-error' });
});

test('when reports use all their connections, other calls do not wait', async () => {
  const database = await openTestDatabase();
  const busy = await openTestApp({ database });
  const held = await Promise.all([1, 2, 3].map(() => database.reportPool.connect()));
  const report = busy.as('alice')('GET', '/api/results/summary');
  await expect.poll(() => database.reportPool.waitingCount).toBeGreaterThan(0);
  expect((await busy.as('alice')('GET', '/api/hotels')).status).toBe(200);
  expect(database.reportPool.waitingCount).toBeGreaterThan(0);
  for (const client of held) client.release();
  expect((await report).status).toBe(200);
  await busy.close();
});
