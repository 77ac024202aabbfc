import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { largestFromAnyone, type Route } from '#server/http/route.ts';
import { routes } from '#server/routes.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import { startServerProcess, type ServerProcess } from '#test/server-process.ts';
import { bareBytes, type BareBytes } from './bare-bytes.ts';
import { brokenInvariants } from './broken-invariants.ts';
import { hostileRequest, requestTo, type HostileRequest } from './hostile-requests.ts';
import { answersIn, complaintsAbout, complaintsAboutLog } from './oracle.ts';
import { openWire, type Heard, type Sent } from './send.ts';
import { answerWords, makeWorld, type World } from './world.ts';

/**
 * Sends hostile requests to every route, generated from the routes' own schemas, to the server as
 * it runs in production. `npm run fuzz -- --requests 100000` searches further. A failure prints its
 * seed and path; `npm run fuzz -- --seed … --path …` repeats it directly.
 */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 5_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260);
const path = process.env['FUZZ_PATH'];

/** Requests that run at the same time. */
const burst = 5;
/**
 * Bursts after which a new world is created, because requests delete its objects one after the
 * other.
 */
const worldLasts = 40;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let server: ServerProcess;
let wire: ReturnType<typeof openWire>;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'bellwether-fuzz-'));
  server = await startServerProcess(dataDir, {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    LOG_LEVEL: 'trace',
  });
  wire = openWire(server.address);
});
afterAll(async () => {
  wire.close();
  await server.stop();
  await database.close();
  await rm(dataDir, { recursive: true });
});

const tokens: string[] = [];
let world: World;
let bursts = 0;

async function nextWorld(): Promise<void> {
  bursts += 1;
  if (bursts % worldLasts === 1) await newWorld();
}

async function newWorld(): Promise<void> {
  world = await makeWorld(database.db, wire.send);
  tokens.push(...world.tokens);
  const documents = join(dataDir, 'documents');
  await mkdir(documents, { recursive: true });
  await writeFile(join(documents, world.documentPath), 'words');
}

type Hostile = HostileRequest | BareBytes;

test(
  `${requests.toLocaleString('en')} hostile requests break nothing and learn nothing`,
  async () => {
    const one = fc.oneof(
      { weight: 14, arbitrary: hostileRequest },
      { weight: 1, arbitrary: bareBytes },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array<Hostile>(one, { minLength: burst, maxLength: burst }),
        async (all) => {
          await nextWorld();
          const complaints = await Promise.all(all.map(complain));
          expect(complaints.flat()).toEqual([]);
          expect(server.isRunning()).toBe(true);
        },
      ),
      { seed, numRuns: Math.ceil(requests / burst), ...(path !== undefined && { path }) },
    );
    expect(complaintsAboutLog(server.said(), tokens)).toEqual([]);
    expect(await brokenInvariants(database.pool)).toEqual([]);
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
  },
  60_000 + requests * 60,
);

async function complain(hostile: Hostile): Promise<string[]> {
  if ('bytes' in hostile) {
    const heard = answersIn(await wire.bare(withCookie(hostile)));
    return told(heard, true, 'bare bytes', hostile.bytes.toString('latin1').slice(0, 300));
  }
  const sent = resolved(hostile);
  const heard = await wire.send(sent);
  count(hostile.route, heard.status);
  const mayRead = heard.text.includes(answerWords) && (await world.mayRead(hostile.who));
  const body = Buffer.isBuffer(sent.body) ? sent.body.toString('latin1') : sent.body;
  const { method, headers } = sent;
  const words = `${hostile.who}: ${method} ${sent.path} ${JSON.stringify(headers)} ${body ?? ''}`;
  const isCut = heard.status === 0 && !isTooLarge(sent.body);
  const cut = isCut ? [`cut off without an answer\n${words.slice(0, 1_500)}`] : [];
  return [...cut, ...told([heard], mayRead, sent.path, words.slice(0, 1_500))];
}

/**
 * Returns whether the body is larger than every call accepts. The server may refuse such a body and
 * close the connection before it has read it.
 */
function isTooLarge(body: Sent['body']): boolean {
  return Buffer.byteLength(body ?? '') > largestFromAnyone;
}

function told(heard: Heard[], mayRead: boolean, to: string, words: string): string[] {
  return heard.flatMap((one) => {
    const complaints = complaintsAbout(one, world, mayRead, to);
    return complaints.map((what) => `${what}\n${words}\n→ ${one.status} ${one.text.slice(0, 600)}`);
  });
}

function withCookie({ bytes, end }: BareBytes): BareBytes {
  const text = bytes.toString('latin1').replace('{cookie}', world.cookieOf('alice') ?? '');
  return { bytes: Buffer.from(text, 'latin1'), end };
}

const resolve = (text: string) =>
  text.replaceAll(/@([a-z]+)/g, (word, kind: string) => String(world.find(kind) ?? word));

/**
 * Replaces references in JSON. The result is a number, except for a key, an e-mail address and a
 * client id.
 */
const resolveJson = (text: string) =>
  text.replaceAll(/"@([a-z]+)"(\s*:)?/g, (word, kind: string, colon?: string) => {
    const found = world.find(kind);
    if (found === undefined) return word;
    return colon ? `"${found}"${colon}` : JSON.stringify(found);
  });

function resolved(hostile: HostileRequest): Sent {
  const { who, method, query, tail, body } = hostile;
  const pairs = query.map(([name, value]) =>
    [name, resolve(value)].map((word) => encodeURIComponent(word.toWellFormed())).join('='),
  );
  const address = resolve(hostile.path).replaceAll(/[^\x21-\x7e]/g, '_');
  const headers = Object.fromEntries(
    Object.entries(hostile.headers).map(([name, value]) => [name, resolve(value)]),
  );
  const cookie = world.cookieOf(who, hostile.path);
  return {
    method,
    path: `${address}${pairs.length > 0 ? '?' : ''}${pairs.join('&').slice(0, 12_000)}${tail}`,
    headers: { ...(cookie !== undefined && { cookie }), ...headers },
    body: typeof body === 'string' ? resolveJson(body) : body,
  };
}

const statuses = new Map<string, Set<number>>();

function count(route: string, status: number): void {
  statuses.set(route, (statuses.get(route) ?? new Set()).add(status));
}

/** With fewer requests, a route may have had no valid one by chance. */
const enough = 5_000;
/** How many more requests a route gets that has accepted none so far. */
const more = 100;

test('the requests get past the door: nearly every route answered some of them well', async () => {
  if (requests < enough) return;
  // A route gets about fifty requests, and only one in a hundred may be valid.
  for (const route of routes) if (!wasMet(route)) await sendMoreTo(route);
  const unfit = routes.filter((route) => !wasMet(route)).map(nameOf);
  // A route that needs exactly the present state, such as an order of all questions or the version of
  // an action, or the bytes of a photo, succeeds only by luck.
  expect(unfit.length > routes.length / 12 ? unfit : []).toEqual([]);
}, 120_000);

async function sendMoreTo(route: Route): Promise<void> {
  await newWorld();
  const all = fc.sample(requestTo(route), { numRuns: more, seed });
  for (let sent = 0; sent < more && !wasMet(route); sent += burst) {
    const complaints = await Promise.all(all.slice(sent, sent + burst).map(complain));
    expect(complaints.flat()).toEqual([]);
  }
}

const nameOf = ({ method, path: to }: Route) => `${method} ${to}`;

function wasMet(route: Route): boolean {
  const name = nameOf(route);
  return bySecret.has(name) || byState.has(name) || [...(statuses.get(name) ?? [])].some(isWell);
}

/** Routes that need an approved round, or one made of it, which no world has. */
const byState = new Set([
  'POST /api/rounds/{id}/reopen',
  'POST /api/rounds/{id}/reassessment',
  'POST /api/appeals',
  'POST /api/link/appeals',
  'GET /api/rounds/{id}/comparison',
]);

/** Routes that need a token or a key that no generated request has. */
const bySecret = new Set([
  'GET /api/metrics',
  'POST /api/devices/open-key',
  'POST /api/devices/report',
  'POST /api/system-users/{id}/open-device-key',
]);

function isWell(status: number): boolean {
  return status >= 200 && status < 300;
}
