import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { problemSchema } from '#domain/problems/problem.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import type { Route } from '#server/http/route.ts';
import { routes } from '#server/routes.ts';
import { aSurvey } from '#test/build.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type Answer, type TestApp } from '#test/test-app.ts';
import {
  kinds,
  noObject,
  nowhere,
  openStore,
  type Caller,
  type Thing,
  type Whose,
  type World,
} from './objects.ts';
import { columns, inShort, readTable, whose, type Line } from './read-table.ts';
import { requests } from './requests.ts';

/** Makes every call of `table.md` as every person, and compares the replies. */
let server: TestApp;
let world: World;
let store: ReturnType<typeof openStore>;
beforeAll(async () => {
  server = await openTestApp();
  world = { server, survey: await aSurvey(server, { code: 'FO-012' }) };
  store = openStore(world);
});
afterAll(() => server.close());

const table = readTable();
const known = routes.map(({ method, path }) => `${method} ${path}`);

test('the table names every route of the router, and no other', () => {
  const named = new Set(table.map(({ route }) => route));
  const missing = known.filter((route) => !named.has(route));
  const gone = [...named].filter((route) => !known.includes(route));
  expect([...missing.map(lineToAdd), ...gone.map((route) => `Remove ${route}`)]).toEqual([]);
});

/** Returns the failure message that says which line to add where. */
function lineToAdd(route: string): string {
  const { body, largestFile } = routes.find(({ method, path }) => `${method} ${path}` === route)!;
  const object = route.includes('{') ? `one of ${kinds.join(', ')}` : noObject;
  return [
    `Add to test/authorisation/table.md: | \`${route}\` | ${object} | 401 | ? | ? | ? | ? | 401 |`,
    'with an answer for each "?", or three ("200 200 404") to their own, a foreign, an absent object',
    ...(body || largestFile
      ? [`and to test/authorisation/requests.ts: '${route}': () => [{ … }]`]
      : []),
  ].join('\n');
}

test('what is sent belongs to a line of the table', () => {
  const lines = new Set(table.flatMap(({ call, object }) => [call, `${call} ${object}`]));
  expect(Object.keys(requests).filter((name) => !lines.has(name))).toEqual([]);
});

describe('the answers are those of the table', () => {
  test.each(table.map((line) => [line.call, line.object, line] as const))(
    '%s: %s',
    async (_call, object, line) => {
      expect(kinds).toContain(object);
      const answers: Record<string, string> = {};
      for (const [column, who] of Object.entries(columns))
        answers[column] = await answersTo(line, who, line.answers[column] ?? '');
      expect(answers).toEqual(line.answers);
    },
    60_000,
  );
});

/** Returns this person's replies for an object of their own, a foreign one and an absent one. */
async function answersTo(line: Line, who: Caller, written: string) {
  const route = routes.find((one) => `${one.method} ${one.path}` === line.route);
  if (!route) throw new Error(`The router has no ${line.route}`);
  // The server refuses people who may never make this call before it reads anything they send.
  const isUnread = route.who !== 'anyone' && (written === '401' || written === '403');
  const objects = line.object === noObject ? (['absent'] as const) : whose;
  const things = new Map<Whose, Thing>();
  const answers = new Map<Whose, Answer>();
  for (const one of objects) {
    const thing = await store.find(line.object, who, one);
    const own = things.get('own') ?? thing;
    const answer = await send({ line, route, who, thing, own, isUnread });
    if (route.method !== 'GET' && answer.status < 300) store.forget(line.object, who, one);
    things.set(one, thing);
    answers.set(one, answer);
  }
  const told: string[] = [];
  for (const one of objects)
    told.push(await outcome(line, answers.get(one)!, things.get(one)!, answers.get('absent')!));
  return inShort(told);
}

type Sending = {
  line: Line;
  route: Route;
  who: Caller;
  thing: Thing;
  /** The same person's own object. */
  own: Thing;
  isUnread: boolean;
};

async function send({ line, route, who, thing, own, isUnread }: Sending): Promise<Answer> {
  const [, address = ''] = line.call.split(' ');
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(thing.ids[name] ?? nowhere),
  );
  const { body, headers } = await contentOf(line, route, thing, isUnread);
  if (who === 'contact')
    return server.as('nobody')(route.method, path, body, {
      ...headers,
      cookie: own.cookie ?? (await store.find('link', who, 'own')).cookie ?? '',
    });
  return server.as(who)(route.method, path, body, {
    ...headers,
    ...(await sessionOfItsOwn(path, who)),
  });
}

async function contentOf(line: Line, route: Route, thing: Thing, isUnread: boolean) {
  if (!route.body && !route.largestFile) return {};
  if (isUnread) return { body: {} };
  const ask = requests[`${line.call} ${line.object}`] ?? requests[line.call];
  if (!ask) throw new Error(`Tell in test/authorisation/requests.ts what "${line.call}" sends`);
  const [body, headers] = await ask({ world, id: Number(thing.ids['id'] ?? nowhere), thing });
  return { body, headers };
}

/** Returns the cookie of a new session for calls that end or replace the session they come with. */
async function sessionOfItsOwn(path: string, who: PersonName | 'nobody') {
  if (who === 'nobody' || !path.startsWith('/api/auth/')) return {};
  return { cookie: `${sessionCookie}=${await beginSession(server.db, server.idOf(who), 'test')}` };
}

const problemOf: Record<number, string[]> = {
  401: ['/problems/not-signed-in', '/problems/sign-in-failed'],
  403: ['/problems/not-allowed'],
  404: ['/problems/not-found'],
};

/** Returns the problem without the id of the one request. */
function wordsOf({ body }: Answer) {
  const { requestId: _, ...words } = problemSchema.parse(body);
  return words;
}

async function outcome(line: Line, answer: Answer, thing: Thing, absent: Answer): Promise<string> {
  const { status } = answer;
  if (status >= 400) {
    const { type } = problemSchema.parse(answer.body);
    if (problemOf[status]) expect(problemOf[status]).toContain(type);
    // The reply must not reveal that the object exists.
    if (status === 404) expect(wordsOf(answer)).toEqual(wordsOf(absent));
    return String(status);
  }
  const written = Object.values(line.answers).join(' ');
  if (!/shown|hidden/.test(written) || status !== 200) return String(status);
  const [text, none] = await Promise.all([textOf(answer), textOf(absent)]);
  const isShown = line.call.includes('{')
    ? text !== none
    : thing.marks.some((mark) => text.includes(mark));
  return isShown ? 'shown' : 'hidden';
}

/** Returns all text of a reply, including the cells of a workbook. */
async function textOf({ body, bytes, headers }: Answer): Promise<string> {
  if (!String(headers['content-type']).includes('spreadsheet')) return JSON.stringify(body);
  const { sheets } = await readXlsx(bytes);
  return JSON.stringify(sheets.map(({ rows }) => rows));
}
