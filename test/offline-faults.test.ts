import 'fake-indexeddb/auto';

import type { DBCore } from 'dexie';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { responseDetailSchema } from '#domain/responses/response.ts';
import { editionSchema, type Edition } from '#domain/surveys/edition.ts';
import { actingUserHeader } from '#domain/sync/acting-user.ts';
import { sendingHeader } from '#domain/sync/client-id.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import type { PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { takeUpContact } from '#web/offline/connection/contact.ts';
import { copyDraft, unreportedAbandoned } from '#web/offline/sync/copies.ts';
import { findDifferences, keepAsCorrection, ownAnswers } from '#web/offline/outbox/corrections.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { DraftHotel } from '#web/offline/store/records.ts';
import { abandonDraft, beginDraft, resumeSession, saveDraft } from '#web/offline/drafts/drafts.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import { forgetAbandoned } from '#web/offline/drafts/ended-here.ts';
import { finishDraft } from '#web/offline/outbox/interviews.ts';
import type { OutboxKind } from '#web/offline/outbox/kind.ts';
import { countUnsent, discardAll } from '#web/offline/outbox/kinds.ts';
import { response } from '#web/offline/outbox/response.ts';
import { sendRecord } from '#web/offline/outbox/send.ts';
import { syncStore } from '#web/offline/sync/sync.ts';
import { waitFor } from '#test/wait-for.ts';

/**
 * Holds an interview on a device that dies, on a network that lies, against the real server.
 * Whatever happens, the interview must be stored exactly once, with every answer that was shown as
 * saved.
 */

let server: TestApp;
let edition: Edition;
let hotelId: number;
const hotel: DraftHotel = {
  hotelName: 'Harbour House',
  hotelBrand: 'Harbor',
  hotelAddress: '1 Quay Street',
  hotelCity: 'Boston',
};

beforeAll(async () => {
  server = await openTestApp();
  const survey = await aSurvey(server, { choices: 3 });
  hotelId = (await aHotel(server, { serviceConsultantId: server.idOf('connie') })).id;
  const path = `/api/surveys/${survey.id}/editions/${survey.edition}`;
  edition = editionSchema.parse((await server.as('connie')('GET', path)).body);
});
afterAll(() => server.close());

class Killed extends Error {}

/**
 * A device's life. It ends at its `lastStep`-th step. A step is the moment before or after a
 * request or write.
 */
class Life {
  steps = 0;
  readonly lastStep: number;
  constructor(lastStep = Infinity) {
    this.lastStep = lastStep;
  }
  step(): void {
    this.steps += 1;
    if (this.steps >= this.lastStep) throw new Killed();
  }
}

let devices = 0;
const opened: OfflineDatabase[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

/** Opens the store from the device's disk. Its writes are steps of the device's life. */
function openStore(device: number, life = new Life()): OfflineDatabase {
  const db = new OfflineDatabase(device);
  opened.push(db);
  return db.use({
    stack: 'dbcore',
    name: 'life',
    create: (core): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: async (request) => {
            life.step();
            const response = await table.mutate(request);
            life.step();
            return response;
          },
        };
      },
    }),
  });
}

type Fault = (deliver: () => Promise<Response>, sent: string) => Promise<Response>;
const page = (status: number, type: string, body: string, more: Record<string, string> = {}) =>
  Promise.resolve(new Response(body, { status, headers: { 'content-type': type, ...more } }));
const problem = (status: number, type: string) =>
  JSON.stringify({ type, title: 'No', status, detail: 'No.' });

const receiptFor = (sent: string, digest: string) => {
  const { clientId = '' } = sent ? (JSON.parse(sent) as { clientId?: string }) : {};
  const receipt = { id: 1, clientId, digest, totalScore: 0, maxScore: 0, syncStatus: 'synced' };
  return JSON.stringify(receipt);
};

/** What networks, portals and servers do to requests. */
const faults: Record<string, Fault> = {
  none: (deliver) => deliver(),
  'lost before it arrives': () => Promise.reject(new TypeError('Failed to fetch')),
  'applied, and the answer lost': async (deliver) => {
    await deliver();
    throw new TypeError('Failed to fetch');
  },
  'delivered twice': async (deliver) => {
    await deliver();
    return deliver();
  },
  'delivered twice at once': async (deliver) => (await Promise.all([deliver(), deliver()]))[1],
  'a portal that welcomes': () => page(200, 'text/html', '<h1>Welcome</h1>'),
  'a portal that answers JSON': () => page(200, 'application/json', '{"ok":true,"id":1}'),
  'a portal that answers nothing': () => Promise.resolve(new Response(null, { status: 204 })),
  'a portal that refuses with JSON': () => page(403, 'application/json', '{"error":"login"}'),
  'a portal that asks for a sign-in': () => page(401, 'text/html', '<h1>Sign in</h1>'),
  'a proxy without a server': () => page(502, 'text/html', 'Bad gateway'),
  'a proxy that knows no such page': () => page(404, 'text/html', 'Not found'),
  'a broken server': () =>
    page(500, 'application/problem+json', problem(500, '/problems/internal-error')),
  'no right to read': () =>
    page(403, 'application/problem+json', problem(403, '/problems/not-allowed')),
  'a proxy that finds it too large': () => page(413, 'text/html', 'Request Entity Too Large'),
  'a busy server': () =>
    page(503, 'application/problem+json', problem(503, '/problems/try-later'), {
      'retry-after': '2',
    }),
  'too many requests': () => page(429, 'application/json', '{}', { 'retry-after': '1' }),
  'a session that ended': () =>
    page(401, 'application/problem+json', problem(401, '/problems/not-signed-in')),
  'an answer cut short': async (deliver) => {
    const answer = await deliver();
    return new Response((await answer.text()).slice(0, -20), answer);
  },
  // Caches and queues that look certain but stored nothing.
  'a receipt for other bytes': (_, sent) =>
    page(201, 'application/json', receiptFor(sent, '0'.repeat(64))),
  'a receipt that only promises': (_, sent) =>
    page(202, 'application/json', receiptFor(sent, digestOf(sent))),
};
type FaultName = keyof typeof faults;
type NextFault = (path: string) => FaultName;

/**
 * Returns the network of a device. Requests reach the real server, through a fault if one is due.
 */
function network(
  life: Life,
  nextFault: NextFault = () => 'none',
  who: PersonName = 'connie',
): typeof fetch {
  const call = server.as(who);
  return async (input, init = {}) => {
    life.step();
    const deliver = async () => {
      const { method = 'GET', body, headers } = init;
      const sent = Object.fromEntries(new Headers(headers));
      const answer = await call(method as 'GET', String(input), body ?? undefined, sent);
      return new Response(answer.status === 204 ? null : new Uint8Array(answer.bytes), {
        status: answer.status,
        headers: {
          'content-type': String(answer.headers['content-type'] ?? ''),
          ...(answer.headers[sendingHeader] && {
            [sendingHeader]: String(answer.headers[sendingHeader]),
          }),
        },
      });
    };
    const fault = faults[nextFault(String(input))];
    const answer = await (fault ? fault(deliver, String(init.body ?? '')) : deliver());
    life.step();
    return answer;
  };
}

function effects(life: Life, nextFault?: NextFault) {
  const refresh = async () => {};
  return { fetch: network(life, nextFault), now: Date.now, random: Math.random, refresh };
}

const [first, second, third, words] = [0, 1, 2, 3].map((n) => () => edition.questions[n]!);
const choose = (question: Edition['questions'][number], place: number, time: number) => ({
  progress: { [question.id]: { answerId: question.answers[place]!.id, score: 0, textValue: null } },
  answeredAt: { [question.id]: time },
});

const remark = (question: Edition['questions'][number], text: string, time: number) => ({
  remarks: { [question.id]: text },
  remarkedAt: { [question.id]: time },
});

/** Holds an interview on this device. Returns what was acknowledged as saved, and its client id. */
async function holdInterview(device: number, life: Life, nextFault?: NextFault) {
  const saved = { clientId: '', answers: 0, isFinished: false };
  const db = openStore(device, life);
  const effect = effects(life, nextFault);
  try {
    const randomId = () => `device${device}x${Math.random().toString(36).slice(2)}`;
    const beginning = { hotelId, hotel, edition, respondentName: 'Rosa', respondentJobTitle: 'GM' };
    const draft = await beginDraft(db, beginning, { now: Date.now, randomId });
    saved.clientId = draft.clientId;
    const save = async (change: Parameters<typeof saveDraft>[2]) => {
      const current = await saveDraft(db, draft.clientId, change, Date.now());
      saved.answers += 1;
      return current;
    };
    await save({ ...choose(first!(), 2, 1), index: 1 });
    await copyDraft(db, effect, await save({ ...choose(second!(), 1, 2), index: 2 }));
    await copyDraft(db, effect, await save({ ...choose(third!(), 0, 3), index: 3 }));
    const last = {
      progress: { [words!().id]: { answerId: null, score: 0, textValue: 'Warm welcome – ☕' } },
      answeredAt: { [words!().id]: 4 },
      notes: 'Met at the bar',
    };
    await finishDraft(db, draft.clientId, last, { completedAt: Date.now(), isOnline: false });
    saved.isFinished = true;
    await syncStore(db, effect, { force: false });
  } catch (error) {
    // Dexie wraps the error of a write. On a dead device errors do not matter.
    if (life.steps < life.lastStep) throw error;
  }
  db.close();
  return saved;
}

/** Starts the device again on a good network. The person resumes the interview and completes it. */
async function recover(device: number) {
  const db = openStore(device);
  const [draft] = await db.drafts.toArray();
  const ending = { completedAt: Date.now(), isOnline: true };
  if (draft) await finishDraft(db, draft.clientId, {}, ending);
  const run = await syncStore(db, effects(new Life()), { force: true });
  expect(run.stopped).toBeNull();
  return db;
}

/**
 * Expects the interview on the server once and complete, its session completed, and the outbox
 * empty.
 */
async function expectStoredOnce(
  db: OfflineDatabase,
  { clientId, answers, isFinished }: Awaited<ReturnType<typeof holdInterview>>,
) {
  expect(await db.drafts.count()).toBe(0);
  expect(await db.envelopes.count()).toBe(0);
  expect(await db.receipts.where('confirmedAt').equals(0).count()).toBe(0);
  if (clientId === '') return;
  const responses = await server.db
    .selectFrom('responses')
    .selectAll()
    .where('clientId', '=', clientId)
    .execute();
  expect(responses).toHaveLength(1);
  expect(responses[0]!.answers.length).toBeGreaterThanOrEqual(isFinished ? 4 : answers);
  expect(responses[0]!.syncStatus).toBe('synced');
  expect(await db.receipts.get(clientId)).toMatchObject({ responseId: responses[0]!.id });
  const sessions = await server.db
    .selectFrom('interviewSessions')
    .select('status')
    .where('clientId', '=', clientId)
    .execute();
  expect(sessions.filter(({ status }) => status !== 'completed')).toEqual([]);
}

describe('nothing is lost and nothing is doubled', () => {
  test('when the device dies between any two steps', async () => {
    let died = 0;
    for (let lastStep = 1; ; lastStep += 1) {
      const device = (devices += 1);
      const life = new Life(lastStep);
      const saved = await holdInterview(device, life);
      await expectStoredOnce(await recover(device), saved);
      if (life.steps < lastStep) break;
      died += 1;
    }
    // Begin, three saves, two copies, finish, one sync: every write and request, before and after.
    expect(died).toBeGreaterThan(35);
  });

  // What our own server refuses waits for a person; waiting does not help.
  const passing = Object.keys(faults).filter((name) => name !== 'no right to read');
  test.each(passing)('when every write meets this: %s', async (fault) => {
    const device = (devices += 1);
    const saved = await holdInterview(device, new Life(), (path) =>
      path === '/api/health' ? 'none' : fault,
    );
    expect(saved).toMatchObject({ answers: 3, isFinished: true });
    await expectStoredOnce(await recover(device), saved);
  });

  test.each(Object.keys(faults))('when every confirmation meets this: %s', async (fault) => {
    const device = (devices += 1);
    const saved = await holdInterview(device, new Life(), (path) =>
      path.endsWith('/sync-status') ? fault : 'none',
    );
    await expectStoredOnce(await recover(device), saved);
  });
});

/** Begins an interview on this device and answers the first question. */
async function begun(db: OfflineDatabase, name = 'Rosa') {
  const randomId = () => Math.random().toString(36).slice(2);
  const draft = await beginDraft(
    db,
    { hotelId, hotel, edition, respondentName: name, respondentJobTitle: 'GM' },
    { now: Date.now, randomId },
  );
  return saveDraft(db, draft.clientId, choose(first!(), 2, Date.now()), Date.now());
}
const atOnce = { completedAt: Date.now(), isOnline: true };
const sync = (db: OfflineDatabase, nextFault?: NextFault) =>
  syncStore(db, effects(new Life(), nextFault), { force: true });
const sessionsOf = (clientId: string) =>
  server.db.selectFrom('interviewSessions').selectAll().where('clientId', '=', clientId).execute();

describe('what the server answers', () => {
  test('refused for good, it needs attention with the reason and holds up no other', async () => {
    const db = openStore((devices += 1));
    const bad = await begun(db, 'Bad');
    await db.drafts.update(bad.clientId, { edition: { ...edition, number: 99 } });
    await finishDraft(db, bad.clientId, {}, { completedAt: 1, isOnline: true });
    const good = await begun(db, 'Good');
    await finishDraft(db, good.clientId, {}, { completedAt: 2, isOnline: true });

    expect(await sync(db)).toMatchObject({ synced: 1, stopped: null });
    expect(await db.receipts.get(good.clientId)).toBeDefined();
    expect(await db.envelopes.toArray()).toMatchObject([
      {
        clientId: bad.clientId,
        state: 'needs-attention',
        reason: expect.stringMatching(/edition/),
      },
    ]);
  });

  test('asked to sign in, it stops, keeps everything, and goes on afterwards', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, atOnce);
    const signedOut: NextFault = (path) =>
      path === '/api/health' ? 'none' : 'a session that ended';
    expect(await sync(db, signedOut)).toMatchObject({ synced: 0, stopped: 'sign-in' });
    expect(await db.envelopes.get(clientId)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await sync(db)).toMatchObject({ synced: 1, stopped: null });
  });

  test('signed in as somebody else by another tab, it sends nothing under their name', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, atOnce);
    // The browser's cookie now belongs to Asa; the store and what it sends belong to Connie.
    const asAsa = network(new Life(), () => 'none', 'asa');
    const actingAs =
      (who: PersonName): typeof fetch =>
      (input, init = {}) => {
        const headers = new Headers(init.headers);
        headers.set(actingUserHeader, String(server.idOf(who)));
        return asAsa(input, { ...init, headers });
      };
    const asConnie = { ...effects(new Life()), fetch: actingAs('connie') };
    expect(await syncStore(db, asConnie, { force: true })).toMatchObject({
      synced: 0,
      stopped: 'sign-in',
    });
    const envelope = (await db.envelopes.get(clientId))!;
    expect(
      await sendRecord(response as unknown as OutboxKind, db, asConnie, envelope, {
        epoch: 'epoch',
        clock: null,
      }),
    ).toBe('sign-in');
    expect(await db.envelopes.count()).toBe(1);
    const stored = server.db
      .selectFrom('responses')
      .select('userId')
      .where('clientId', '=', clientId);
    expect(await stored.execute()).toEqual([]);
    await sync(db);
    expect(await stored.execute()).toEqual([{ userId: server.idOf('connie') }]);
  });

  test('told to wait, it waits at least that long, unless a person asks', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, atOnce);
    const before = Date.now();
    await sync(db, (path) => (path === '/api/responses' ? 'a busy server' : 'none'));
    const { nextAttemptAt } = (await db.envelopes.get(clientId))!;
    expect(nextAttemptAt).toBeGreaterThanOrEqual(before + 2_000 + 1_000);
    await syncStore(db, effects(new Life()), { force: false });
    expect(await db.envelopes.count()).toBe(1);
    await sync(db);
    expect(await db.envelopes.count()).toBe(0);
  });

  test('put off by a clock that ran ahead, it is due again once the clock is right', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, atOnce);
    const ahead = () => Date.now() + 40 * 24 * 60 * 60_000;
    const busy: NextFault = (path) => (path === '/api/responses' ? 'a busy server' : 'none');
    await syncStore(db, { ...effects(new Life(), busy), now: ahead }, { force: false });
    expect(await db.envelopes.count()).toBe(1);
    await syncStore(db, effects(new Life()), { force: false });
    expect(await db.envelopes.count()).toBe(0);
  });

  test('a receipt is kept until it is confirmed, however old it seems', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, { ...atOnce, isOnline: false });
    const noConfirmation: NextFault = (path) =>
      path.endsWith('/sync-status') ? 'lost before it arrives' : 'none';
    await sync(db, noConfirmation);
    const ahead = () => Date.now() + 40 * 24 * 60 * 60_000;
    const muchLater = { ...effects(new Life(), noConfirmation), now: ahead };
    await syncStore(db, muchLater, { force: true });
    expect(await db.receipts.count()).toBe(1);
    expect((await sync(db)).synced).toBe(1);
  });

  test('restored from a backup, it is offered again what it lost', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, atOnce);
    await sync(db);
    await server.db.deleteFrom('responses').where('clientId', '=', clientId).execute();
    await sync(db);
    expect(
      await server.db
        .selectFrom('responses')
        .select('id')
        .where('clientId', '=', clientId)
        .execute(),
    ).toEqual([]);

    await server.db.updateTable('installation').set({ epoch: crypto.randomUUID() }).execute();
    await sync(db);
    const [stored] = await server.db
      .selectFrom('responses')
      .select('id')
      .where('clientId', '=', clientId)
      .execute();
    expect(await db.receipts.get(clientId)).toMatchObject({ responseId: stored!.id });
    expect(await db.envelopes.count()).toBe(0);
  });
});

test('a receipt from before a restore that a cache repeats is not believed', async () => {
  const db = openStore((devices += 1));
  const { clientId } = await begun(db);
  await finishDraft(db, clientId, {}, atOnce);
  const plain = effects(new Life());
  let repeated: Response | undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (String(input) !== '/api/responses') return plain.fetch(input, init);
    repeated ??= await plain.fetch(input, init);
    return repeated.clone();
  };
  const throughCache = () => syncStore(db, { ...plain, fetch }, { force: true });
  expect((await throughCache()).synced).toBe(1);
  await server.db.deleteFrom('responses').where('clientId', '=', clientId).execute();
  await server.db.updateTable('installation').set({ epoch: crypto.randomUUID() }).execute();
  await throughCache();
  expect([await db.envelopes.count(), await db.receipts.count()]).toEqual([1, 0]);
  await sync(db);
  const stored = server.db.selectFrom('responses').select('id').where('clientId', '=', clientId);
  expect(await stored.execute()).toHaveLength(1);
  expect(await db.envelopes.count()).toBe(0);
});

test('a finished interview outlives a store that is emptied under its page, until it is stored', async () => {
  const db = openStore((devices += 1));
  await sync(db);
  const browser = openStore(devices);
  const empty = () => Promise.all(browser.tables.map((table) => table.clear()));
  const { clientId } = await begun(db);
  await finishDraft(db, clientId, {}, atOnce);
  await empty();
  await sync(db);
  const stored = () =>
    server.db.selectFrom('responses').select('id').where('clientId', '=', clientId).execute();
  expect(await stored()).toHaveLength(1);
  expect(await db.receipts.count()).toBe(1);
  await empty();
  await sync(db, () => 'lost before it arrives');
  expect(await db.envelopes.count()).toBe(0);
});

describe('why a response does not leave the device', () => {
  /** Finishes an interview and syncs this many times. Returns what this device shows about it. */
  async function refusedBecause(
    change: (db: OfflineDatabase, clientId: string) => Promise<unknown>,
    { nextFault, syncs = 1 }: { nextFault?: NextFault; syncs?: number } = {},
  ) {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, atOnce);
    await change(db, clientId);
    for (let n = 0; n < syncs; n += 1) await sync(db, nextFault);
    const envelope = await db.envelopes.get(clientId);
    await db.envelopes.clear();
    return { state: envelope?.state, attempts: envelope?.attempts, reason: envelope?.reason ?? '' };
  }
  const rewrite = async (db: OfflineDatabase, clientId: string, change: object) => {
    const stored = (await db.envelopes.get(clientId))!;
    const body = JSON.stringify({ ...(JSON.parse(stored.body) as object), ...change });
    await db.envelopes.update(clientId, { body, digest: digestOf(body) });
  };

  test.each<[string, Parameters<typeof refusedBecause>[0], RegExp]>([
    [
      'deleted since',
      async (db, clientId) => {
        const before = (await db.envelopes.get(clientId))!;
        await sync(db);
        await server.as('asa')(
          'DELETE',
          `/api/responses/${(await db.receipts.get(clientId))!.responseId}`,
        );
        await db.envelopes.put(before);
      },
      /somebody has deleted it.*[Dd]iscard/,
    ],
    [
      'an option that was never offered',
      (db, clientId) =>
        rewrite(db, clientId, {
          responseAnswers: [{ questionId: first!().id, answerId: 2_000_000_000, textValue: null }],
        }),
      /does not have.*Admin/,
    ],
    [
      'an edition that the server lacks',
      (db, clientId) => rewrite(db, clientId, { edition: 99 }),
      /edition of the survey.*not found.*Admin/,
    ],
    [
      'notes that are too long',
      (db, clientId) => rewrite(db, clientId, { notes: 'x'.repeat(20_001) }),
      /20,000 characters.*Admin/,
    ],
    [
      'more than a request may hold',
      (db, clientId) => rewrite(db, clientId, { extra: 'x'.repeat(5 * 1024 * 1024) }),
      /larger than the server accepts.*Admin/,
    ],
  ])('refused for good, it says who, what and what next: %s', async (_, change, words) => {
    const { state, reason } = await refusedBecause(change);
    expect(state).toBe('needs-attention');
    expect(reason).toMatch(words);
    expect(reason).not.toMatch(/client id|this call|belong/i);
  });

  test('stored already with other answers, it says when and by whom, and waits for a decision', async () => {
    const { state, reason } = await refusedBecause(async (db, clientId) => {
      const before = (await db.envelopes.get(clientId))!;
      await sync(db);
      await db.envelopes.put(before);
      await rewrite(db, clientId, { notes: 'Others' });
    });
    expect(state).toBe('elsewhere');
    expect(reason).toMatch(/was completed on another device on .* by Connie Consultant\.$/);
  });

  test.each<[FaultName, RegExp]>([
    ['a proxy that finds it too large', /too large.*413/],
    ['a portal that refuses with JSON', /403/],
    ['a broken server', /error 500/],
    ['lost before it arrives', /did not answer/],
  ])('put off again and again, it keeps the reason of its last try: %s', async (fault, words) => {
    const nextFault: NextFault = (path) => (path === '/api/responses' ? fault : 'none');
    const put = await refusedBecause(async () => {}, { nextFault, syncs: 3 });
    expect(put).toMatchObject({ state: 'waiting', attempts: 3 });
    expect(put.reason).toMatch(words);
  });
});

describe('what the server has pending', () => {
  /** Stores a pending response through a plain API call. Returns its client id. */
  async function plainCall(who: PersonName, atHotel = hotelId): Promise<string> {
    const { body } = await server.as(who)('POST', '/api/responses', {
      ...{ surveyId: edition.surveyId, hotelId: atHotel, ...hotel, syncStatus: 'pending' },
      ...{ respondentName: 'Rosa', respondentJobTitle: 'GM', totalScore: 0, maxScore: 0 },
    });
    return body.clientId;
  }
  const statusOf = async (clientId: string) =>
    (
      await server.db
        .selectFrom('responses')
        .select('syncStatus')
        .where('clientId', '=', clientId)
        .executeTakeFirstOrThrow()
    ).syncStatus;

  test('is confirmed when someone asks for a sync, whoever sent it, within their scope', async () => {
    const db = openStore((devices += 1));
    await sync(db);
    const elsewhere = (await aHotel(server)).id;
    const own = await plainCall('connie');
    const others = await plainCall('asa');
    const outOfSight = await plainCall('asa', elsewhere);
    expect(await syncStore(db, effects(new Life()), { force: false })).toEqual({
      ...{ synced: 0, stopped: null, pendingOnServer: 2, problem: null },
    });
    expect(await statusOf(own)).toBe('pending');

    const told: [number, number][] = [];
    const tell = (handled: number, total: number) => void told.push([handled, total]);
    const run = await syncStore(db, effects(new Life()), { force: true, tell });
    expect(run).toEqual({ synced: 2, stopped: null, pendingOnServer: 0, problem: null });
    expect(told.at(-1)).toEqual([2, 2]);
    expect(await Promise.all([own, others].map(statusOf))).toEqual(['synced', 'synced']);
    expect(await statusOf(outOfSight)).toBe('pending');
  });

  test('is not confirmed while a copy of it waits here', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, { ...atOnce, isOnline: false });
    await sync(db, (path) => (path === '/api/responses' ? 'applied, and the answer lost' : 'none'));
    expect(await db.envelopes.count()).toBe(1);
    expect(await statusOf(clientId)).toBe('pending');
    expect((await sync(db)).synced).toBe(1);
    expect(await statusOf(clientId)).toBe('synced');
  });

  test('that cannot be read is told, with the reason; the rest goes on', async () => {
    const db = openStore((devices += 1));
    const clientId = await plainCall('connie');
    const unread =
      (fault: FaultName): NextFault =>
      (path) =>
        path.startsWith('/api/responses/pending') ? fault : 'none';
    for (const [fault, reason] of [
      ['a portal that answers JSON', /in place of Bellwether/],
      ['a broken server', /error 500/],
      ['no right to read', /No\./],
    ] as const)
      expect(await sync(db, unread(fault))).toEqual({
        ...{ synced: 0, stopped: null, pendingOnServer: null },
        problem: expect.stringMatching(reason),
      });
    expect(await statusOf(clientId)).toBe('pending');
    expect(await sync(db)).toMatchObject({ synced: 1, pendingOnServer: 0, problem: null });
    expect(await statusOf(clientId)).toBe('synced');
  });

  test('that cannot be confirmed is told, with the reason and how many are left', async () => {
    const db = openStore((devices += 1));
    await plainCall('connie');
    const broken: NextFault = (path) =>
      path.endsWith('/sync-status') ? 'a broken server' : 'none';
    expect(await sync(db, broken)).toEqual({
      ...{ synced: 0, stopped: null, pendingOnServer: 1 },
      problem: expect.stringMatching(/error 500/),
    });
    expect(await sync(db)).toMatchObject({ synced: 1, pendingOnServer: 0, problem: null });
  });

  test('counts once where a copy of it waits here as well', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await finishDraft(db, clientId, {}, { ...atOnce, isOnline: false });
    const run = await sync(db, (path) =>
      path === '/api/responses' ? 'applied, and the answer lost' : 'none',
    );
    expect(run).toMatchObject({ pendingOnServer: 0, problem: expect.any(String) });
    await sync(db);
  });
});

describe('an interview under way', () => {
  test('given up before its start was answered, it leaves the server all the same', async () => {
    const db = openStore((devices += 1));
    const draft = await begun(db);
    await sync(db, (path) =>
      path === '/api/interview-sessions' ? 'applied, and the answer lost' : 'none',
    );
    expect(await sessionsOf(draft.clientId)).toHaveLength(1);
    await abandonDraft(db, { clientId: draft.clientId, hotelId, sessionId: null }, Date.now());
    await sync(db);
    expect(await sessionsOf(draft.clientId)).toEqual([]);
    expect(await db.abandoned.count()).toBe(0);
  });

  test.each([
    'a portal that answers nothing',
    'a portal that answers JSON',
    'applied, and the answer lost',
  ])('given up behind %s, it leaves this device for the receipt of that alone', async (fault) => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await sync(db);
    const [session] = await sessionsOf(clientId);
    const path = `/api/interview-sessions/${session!.id}`;
    await abandonDraft(db, { clientId, hotelId, sessionId: session!.id }, Date.now());
    await sync(db, (asked) => (asked === path ? fault : 'none'));
    expect(await db.abandoned.count()).toBe(1);
    await sync(db);
    expect([await db.abandoned.count(), await sessionsOf(clientId)]).toEqual([0, []]);
  });

  test('held on two devices, it keeps the answers and the notes of both', async () => {
    const [one, two] = [openStore((devices += 1)), openStore((devices += 1))];
    const draft = await begun(one);
    await sync(one);
    const list = await server.as('connie')('GET', `/api/interview-sessions/hotel/${hotelId}`);
    const session = list.body.find(
      (each: { clientId: string }) => each.clientId === draft.clientId,
    );
    await resumeSession(two, session, { hotel, edition }, Date.now());

    const later = Date.now() + 1;
    await saveDraft(two, draft.clientId, { ...choose(second!(), 1, later), notes: 'Two' }, later);
    await saveDraft(two, draft.clientId, remark(third!(), 'By the lift', later), later);
    await saveDraft(one, draft.clientId, { ...choose(third!(), 0, later), notes: 'One' }, later);
    await sync(two);
    await sync(one);
    await saveDraft(two, draft.clientId, { index: 2 }, later);
    await sync(two);
    const [stored] = await sessionsOf(draft.clientId);
    expect(Object.keys(stored!.progress)).toHaveLength(3);
    expect((await one.drafts.get(draft.clientId))!.notes).toContain('Two');
    expect((await two.drafts.get(draft.clientId))!.progress).toEqual(stored!.progress);
    const remarks = { [third!().id]: 'By the lift' };
    for (const device of [one, two])
      expect(await device.drafts.get(draft.clientId)).toMatchObject({ remarks });
    const ending = { completedAt: Date.now(), isOnline: true };
    const { body } = await finishDraft(one, draft.clientId, {}, ending);
    expect(JSON.parse(body)).toMatchObject({
      responseAnswers: [{}, {}, { questionId: third!().id, note: 'By the lift' }],
    });
  });

  test.each([-1, 1])(
    'answered on two devices, the later answer wins, also where one clock is wrong by %i hour',
    async (hours) => {
      const skew = -hours * 60 * 60 * 1000;
      const [right, wrong] = [openStore((devices += 1)), openStore((devices += 1))];
      const { clientId } = await begun(right);
      await sync(right);
      const list = await server.as('connie')('GET', `/api/interview-sessions/hotel/${hotelId}`);
      const session = list.body.find((each: { clientId: string }) => each.clientId === clientId);
      await takeUpContact(wrong, { epoch: 'one', clock: { at: Date.now(), skew } });
      await resumeSession(wrong, session, { hotel, edition }, Date.now() - skew);

      // In order, a second apart: by the right clock, by the wrong one, by the right one.
      const times = [-3, -2, -1].map((seconds) => Date.now() + seconds * 1000);
      const [begin, between, end] = times as [number, number, number];
      await saveDraft(right, clientId, choose(second!(), 0, begin), begin);
      await saveDraft(wrong, clientId, choose(second!(), 1, between - skew), between - skew);
      await saveDraft(wrong, clientId, choose(third!(), 1, between - skew), between - skew);
      await saveDraft(right, clientId, remark(second!(), 'First', begin), begin);
      const said = remark(second!(), 'Then', between - skew);
      await saveDraft(wrong, clientId, said, between - skew);
      await saveDraft(right, clientId, choose(third!(), 2, end), end);
      await sync(wrong);
      await sync(right);
      // A device learns of the other's answers when it sends its next change.
      await saveDraft(wrong, clientId, { index: 2 }, Date.now() - skew);
      await sync(wrong);
      const later = { ...choose(second!(), 1, 0).progress, ...choose(third!(), 2, 0).progress };
      expect((await sessionsOf(clientId))[0]!.progress).toMatchObject(later);
      for (const device of [right, wrong])
        expect(await device.drafts.get(clientId)).toMatchObject({
          ...{ progress: later, remarks: said.remarks },
        });
    },
  );

  test('copied up twice at once, it keeps every word whichever answer comes last', async () => {
    const db = openStore((devices += 1));
    const { clientId } = await begun(db);
    await sync(db);
    const write = (notes: string) => saveDraft(db, clientId, { notes }, Date.now());
    const earlier = await write('First words.');
    const answered = Promise.withResolvers<void>();
    const slow: typeof fetch = async (input, init) => {
      const answer = await network(new Life())(input, init);
      await answered.promise;
      return answer;
    };
    const first = copyDraft(db, { ...effects(new Life()), fetch: slow }, earlier);
    await waitFor(async () => expect((await sessionsOf(clientId))[0]?.notes).not.toBe(''));
    await copyDraft(db, effects(new Life()), await write('First words. And more.'));
    answered.resolve();
    await first;
    const draft = (await db.drafts.get(clientId))!;
    expect(draft.notes).toBe('First words. And more.');
    expect(draft.copy).toMatchObject({ notes: draft.notes, revision: draft.revision });
  });

  describe('completed on another device', () => {
    /** Begins an interview on one device and resumes it on a second one too. */
    async function onTwo() {
      const [one, two] = [openStore((devices += 1)), openStore((devices += 1))];
      const { clientId } = await begun(one);
      await sync(one);
      const list = await server.as('connie')('GET', `/api/interview-sessions/hotel/${hotelId}`);
      const session = list.body.find((each: { clientId: string }) => each.clientId === clientId);
      await resumeSession(two, session, { hotel, edition }, Date.now());
      return { one, two, clientId, sessionId: session.id };
    }
    const byConnie = {
      responseId: expect.any(Number),
      completedAt: expect.stringMatching(/Z$/),
      completedBy: 'Connie Consultant',
    };
    const said = /^This interview was completed on another device on .* by Connie Consultant\.$/;

    test('it says so at the next copy, keeps its answers, and is not sent when it ends', async () => {
      const { one, two, clientId } = await onTwo();
      await finishDraft(one, clientId, { notes: 'First' }, atOnce);
      await sync(one);
      await saveDraft(two, clientId, { notes: 'Late' }, Date.now());
      await sync(two);
      expect(await two.drafts.get(clientId)).toMatchObject({
        notes: 'Late',
        copyRefused: expect.stringMatching(said),
        elsewhere: byConnie,
      });
      const { state, elsewhere } = await finishDraft(two, clientId, {}, atOnce);
      expect([state, elsewhere]).toEqual(['elsewhere', byConnie]);
      expect((await sync(two)).synced).toBe(0);
      expect((await sessionsOf(clientId))[0]!.notes).toBe('First');
    });

    test('ended here too, it waits for a decision, byte for byte, and is not unsent', async () => {
      const { one, two, clientId } = await onTwo();
      await finishDraft(one, clientId, { notes: 'First' }, atOnce);
      await sync(one);
      const { body, digest } = await finishDraft(two, clientId, { notes: 'Second' }, atOnce);
      for (let times = 0; times < 2; times += 1) await sync(two);
      expect(await two.envelopes.toArray()).toEqual([
        expect.objectContaining({
          ...{ clientId, body, digest, state: 'elsewhere', elsewhere: byConnie, attempts: 0 },
          reason: expect.stringMatching(said),
        }),
      ]);
      expect((await countUnsent(two)).count).toBe(0);
      await discardAll(two);
      expect(await two.envelopes.count()).toBe(1);
    });

    describe('its answers are kept as a correction', () => {
      afterEach(() => vi.unstubAllGlobals());
      const inWords = (textValue: string) => ({
        progress: { [words!().id]: { answerId: null, score: 0, textValue } },
      });
      /**
       * Does what the screen does: sends the differing answers as a correction by the person who
       * sent the response.
       */
      async function keep(db: OfflineDatabase, clientId: string, nextFault?: NextFault) {
        const waiting = (await db.envelopes.get(clientId))!;
        const responseId = waiting.elsewhere!.responseId!;
        const read = await server.as('connie')('GET', `/api/responses/${responseId}`);
        const stored = responseDetailSchema.parse(read.body);
        const differences = findDifferences(stored, ownAnswers(waiting).answers);
        vi.stubGlobal('fetch', network(new Life(), nextFault));
        const responseAnswers = differences.map(({ answer }) => answer);
        await keepAsCorrection(db, waiting, responseId, { reason: '', responseAnswers });
        return differences.map(({ own, stored: there }) => [there, own]);
      }
      async function storedOf(clientId: string) {
        const { body } = await server.as('connie')('GET', '/api/responses');
        const { id } = body.find((one: { clientId: string }) => one.clientId === clientId);
        const read = await server.as('connie')('GET', `/api/responses/${id}`);
        return responseDetailSchema.parse(read.body);
      }
      const [best, least] = [2, 0].map((place) => () => first!().answers[place]!.text);

      test('only those that differ, beside the former ones, and once though the answer was lost', async () => {
        const { one, two, clientId } = await onTwo();
        await finishDraft(one, clientId, inWords('Kind'), atOnce);
        await sync(one);
        await finishDraft(two, clientId, choose(first!(), 0, Date.now()), atOnce);
        await sync(two);
        const lost: NextFault = (path) =>
          path.endsWith('/corrections') ? 'applied, and the answer lost' : 'none';
        await expect(keep(two, clientId, lost)).rejects.toThrow('No connection');
        expect(await two.envelopes.count()).toBe(1);

        const stored = await storedOf(clientId);
        const { answers } = ownAnswers((await two.envelopes.get(clientId))!);
        expect(findDifferences(stored, answers)).toEqual([]);
        vi.stubGlobal('fetch', network(new Life()));
        await keepAsCorrection(two, (await two.envelopes.get(clientId))!, stored.id, {
          ...{ reason: '', responseAnswers: answers },
        });
        expect(await two.envelopes.count()).toBe(0);
        expect(await two.receipts.get(clientId)).toMatchObject({
          ...{ responseId: stored.id, totalScore: stored.totalScore, maxScore: stored.maxScore },
        });
        const after = await storedOf(clientId);
        expect(after.revisions).toHaveLength(1);
        expect(after.questions.map(({ textValue }) => textValue)).toContain('Kind');
      });

      test('of each device that came too late', async () => {
        const { one, two, clientId } = await onTwo();
        const three = openStore((devices += 1));
        await three.drafts.add((await two.drafts.get(clientId))!);
        await finishDraft(one, clientId, {}, atOnce);
        await finishDraft(two, clientId, choose(first!(), 0, Date.now()), atOnce);
        await finishDraft(three, clientId, inWords('Slow'), atOnce);
        for (const db of [one, two, three]) await sync(db);
        expect(await keep(two, clientId)).toEqual([[best!(), least!()]]);
        expect(await keep(three, clientId)).toEqual([
          [least!(), best!()],
          [null, 'Slow'],
        ]);
        const { questions, revisions } = await storedOf(clientId);
        expect(revisions).toHaveLength(2);
        expect(questions.map(({ textValue }) => textValue)).toContain('Slow');
      });
    });

    test('its start that was never answered does not mix in the answers of the other', async () => {
      const db = openStore((devices += 1));
      const draft = await begun(db);
      const other = openStore((devices += 1));
      await other.drafts.add({ ...draft, notes: 'Only there' });
      await finishDraft(other, draft.clientId, {}, atOnce);
      await sync(other);
      await sync(db);
      expect(await db.drafts.get(draft.clientId)).toMatchObject({
        ...{ notes: draft.notes, elsewhere: byConnie },
      });
    });

    test('it is not abandoned from here: the interview stays, and this device says so', async () => {
      const { one, two, clientId, sessionId } = await onTwo();
      await finishDraft(one, clientId, { notes: 'First' }, atOnce);
      await sync(one);
      await abandonDraft(two, { clientId, hotelId, sessionId: null }, Date.now());
      for (let times = 0; times < 2; times += 1) await sync(two);
      expect((await sessionsOf(clientId))[0]).toMatchObject({
        ...{ id: sessionId, status: 'completed', notes: 'First' },
      });
      expect(await two.drafts.count()).toBe(0);
      expect(await two.abandoned.get(clientId)).toMatchObject({ elsewhere: byConnie });
      expect(await unreportedAbandoned(two).count()).toBe(0);
      await forgetAbandoned(two, clientId);
      expect(await two.abandoned.count()).toBe(0);
    });
  });

  test('refused a copy, it goes on here and is stored at its end', async () => {
    const db = openStore((devices += 1));
    const draft = await begun(db);
    await sync(db);
    const [session] = await sessionsOf(draft.clientId);
    await server.as('connie')('DELETE', `/api/interview-sessions/${session!.id}`);
    await saveDraft(db, draft.clientId, choose(second!(), 1, Date.now()), Date.now());
    await sync(db);
    expect((await db.drafts.get(draft.clientId))!.copyRefused).toMatch(/not found/);
    await finishDraft(db, draft.clientId, {}, atOnce);
    expect((await sync(db)).synced).toBe(1);
  });
});
