import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { RoleName } from '#domain/people/roles.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { exportFormat, exportVersion } from '#domain/sync/exported-file.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { people } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/** Tests which responses count at once, and which only after somebody accepted them (rule 43). */
let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
let connie: number;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
  connie = server.idOf('connie');
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server);
});

/** Returns a moment that surely lies after everything before it and before everything after it. */
async function meanwhile() {
  await sleep(2);
  const at = new Date().toISOString();
  await sleep(2);
  return at;
}
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/**
 * Returns a response whose interview took half an hour at most, unless told otherwise. A longer one
 * would be flagged for its clock.
 */
const outcome = (more: { startedAt?: string } & Record<string, unknown>) => ({
  clientId: `offline_${randomUUID()}`,
  ...{ surveyId: survey.id, edition: survey.edition, hotelId: hotel.id, hotelName: 'Known so' },
  ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
  ...(more.startedAt && {
    completedAt: new Date(
      Math.min(Date.now(), Date.parse(more.startedAt) + 1_800_000),
    ).toISOString(),
  }),
  ...more,
});
/** Sends a consultant's response. Returns whether it counts, and its review reasons. */
async function sent(more: Parameters<typeof outcome>[0] = {}, who: 'connie' | 'cole' = 'connie') {
  const { status, body } = await server.as(who)('POST', '/api/responses', outcome(more));
  expect(status).toBe(201);
  return { counts: body.counts as boolean, reasons: body.reviewReasons as string[] };
}

const give = (serviceConsultantId: number | null) =>
  server.as('alice')('PATCH', `/api/hotels/${hotel.id}`, { serviceConsultantId });
/** Saves Connie as an Admin would, with this role and these hotels. */
async function saveConnie(role: RoleName, assignedHotelIds: number[] = []) {
  const { body: roles } = await server.as('alice')('GET', '/api/user-roles');
  const { status } = await server.as('alice')('PUT', `/api/system-users/${connie}`, {
    ...{ name: people.connie.name, email: people.connie.email, mobileNumber: '+1 555 0100' },
    ...{ roleId: roles.find((one: { name: string }) => one.name === role).id, isActive: true },
    assignedHotelIds,
  });
  expect(status).toBe(200);
}
/** Inserts what the server would have recorded about her so many days ago. */
const recorded = async (way: 'hotel' | 'list', isGiven: boolean, days: number) => {
  await server.deps.pool.query(
    `insert into assignment_history (user_id, hotel_id, way, is_given, at) values ($1, $2, $3, $4, $5)`,
    [connie, hotel.id, way, isGiven, ago(days)],
  );
};

/** Gives Cole another role without ending his sessions. */
const giveCole = (role: RoleName) =>
  server.db
    .updateTable('systemUsers')
    .set({
      roleId: server.db.selectFrom('userRoles').select('id').where('name', '=', role),
    })
    .where('id', '=', server.idOf('cole'))
    .execute();

const atOnce = { counts: true, reasons: ['hotel-not-assigned'] };
const notYet = { counts: false, reasons: ['hotel-not-assigned'] };

describe('a response counts at once', () => {
  test('when the hotel is assigned to its sender now, whenever the interview began', async () => {
    await give(connie);
    expect(await sent({ startedAt: ago(30) })).toEqual({ counts: true, reasons: [] });
  });

  test.each(['hotel', 'list'] as const)(
    'when its sender lost the hotel after the interview began: by its %s',
    async (way) => {
      if (way === 'hotel') await give(connie);
      else await saveConnie('Service Consultant', [hotel.id]);
      const startedAt = await meanwhile();
      if (way === 'hotel') await give(null);
      else await saveConnie('Service Consultant');
      expect(await sent({ startedAt })).toEqual(atOnce);
      expect(await sent()).toEqual(notYet);
    },
  );

  test('when the hotel was assigned in two ways, and only one was lost before the interview began', async () => {
    await recorded('hotel', true, 30);
    await recorded('list', true, 30);
    await recorded('list', false, 20);
    await recorded('hotel', false, 5);
    expect(await sent({ startedAt: ago(10) })).toEqual(atOnce);
    expect(await sent({ startedAt: ago(4) })).toEqual(notYet);
  });

  test('when its session was begun on the server, whatever start the device claims', async () => {
    await give(connie);
    const clientId = `offline_${randomUUID()}`;
    const { status } = await server.as('connie')('POST', '/api/interview-sessions', {
      ...outcome({ clientId }),
      edition: undefined,
    });
    expect(status).toBe(201);
    await give(null);
    expect(await sent({ clientId })).toEqual(atOnce);
  });

  test('when its sender was an Assessor when it began, and a consultant later', async () => {
    const before = await meanwhile();
    await giveCole('Assessor');
    const asAssessor = await meanwhile();
    await giveCole('Service Consultant');
    expect(await sent({ startedAt: asAssessor }, 'cole')).toEqual(atOnce);
    expect(await sent({ startedAt: before }, 'cole')).toEqual(notYet);
    expect(await sent({}, 'cole')).toEqual(notYet);
  });

  test('when the hotel was assigned to its sender and deleted later', async () => {
    await give(connie);
    await saveConnie('Service Consultant', [hotel.id]);
    await server.as('alice')('DELETE', `/api/hotels/${hotel.id}`);
    expect(await sent()).toEqual({ counts: true, reasons: ['hotel-deleted'] });
  });
});

describe('a response counts only after somebody has accepted it', () => {
  test('when the hotel was never assigned to its sender, was deleted, or never existed', async () => {
    expect(await sent({ startedAt: ago(30) })).toEqual(notYet);
    await server.as('alice')('DELETE', `/api/hotels/${hotel.id}`);
    expect(await sent()).toEqual({ counts: false, reasons: ['hotel-deleted'] });
    expect(await sent({ hotelId: 2_000_000_000 })).toEqual({
      counts: false,
      reasons: ['hotel-unknown'],
    });
  });

  test('when it names no hotel, also by a plain call', async () => {
    expect(await sent({ hotelId: null })).toEqual(notYet);
    // A response that no device captured is also flagged when a required question has no answer.
    expect(await sent({ hotelId: null, clientId: undefined })).toEqual({
      counts: false,
      reasons: ['incomplete', 'hotel-not-assigned'],
    });
    const { body } = await server.as('asa')('POST', '/api/responses', outcome({ hotelId: null }));
    expect(body).toMatchObject({ counts: true, reviewReasons: [] });
  });

  test('when the hotel was assigned only after the start that the device claims', async () => {
    await recorded('hotel', true, 20);
    await recorded('hotel', false, 10);
    expect(await sent({ startedAt: ago(30) })).toEqual(notYet);
    expect(await sent({ startedAt: ago(15) })).toEqual(atOnce);
  });

  test('when the claimed start is years ago, even if the hotel was assigned then', async () => {
    await recorded('hotel', true, 3_000);
    await recorded('hotel', false, 10);
    const back = { startedAt: ago(2_000), completedAt: ago(1_999) };
    expect(await sent(back)).toEqual({
      counts: false,
      reasons: ['clock-odd', 'hotel-not-assigned'],
    });
  });

  test('when the claimed start is in the future', async () => {
    await give(connie);
    await give(null);
    const ahead = { startedAt: ago(-2), completedAt: ago(-1) };
    expect((await sent(ahead)).counts).toBe(false);
  });

  test('when the session that it names is another interview, or another person’s', async () => {
    await give(connie);
    const begin = async (who: 'asa' | 'connie', clientId: string) =>
      (
        await server.as(who)('POST', '/api/interview-sessions', {
          ...outcome({ clientId }),
          edition: undefined,
        })
      ).body.id as number;
    const sessionId = await begin('connie', `offline_${randomUUID()}`);
    const ofAsa = `offline_${randomUUID()}`;
    await begin('asa', ofAsa);
    await give(null);
    expect(await sent({ sessionId })).toEqual(notYet);
    expect(await sent({ clientId: ofAsa })).toEqual(notYet);
  });

  test('also when an Admin imports it from a file, and the import’s result says so', async () => {
    const body = JSON.stringify(outcome({ clientId: 'offline_in_a_file' }));
    const digest = createHash('sha256').update(body).digest('hex');
    const { body: imported } = await server.as('alice')('POST', '/api/responses/import', {
      ...{ format: exportFormat, version: exportVersion, exportedAt: ago(0) },
      owner: { id: connie, name: people.connie.name, email: people.connie.email },
      responses: [{ clientId: 'offline_in_a_file', digest, body }],
    });
    expect(imported.responses).toMatchObject([
      { outcome: 'stored', counts: false, reviewReasons: ['hotel-not-assigned'] },
    ]);
  });

  test('sending it again does not make it count, and a review that accepts or reassigns it does', async () => {
    const clientIds = ['offline_to_accept', 'offline_to_reassign'];
    const ids: number[] = [];
    for (const clientId of clientIds) {
      const { body } = await server.as('connie')('POST', '/api/responses', outcome({ clientId }));
      const again = await server.as('connie')('POST', '/api/responses', outcome({ clientId }));
      expect([again.status, again.body]).toEqual([200, body]);
      ids.push(body.id);
    }
    const other = await aHotel(server);
    const decisions = [{ decision: 'accept' }, { decision: 'reassign', hotelId: other.id }];
    for (const [place, id] of ids.entries()) {
      const path = `/api/responses/${id}/review`;
      const { body } = await server.as('asa')('PUT', path, decisions[place]);
      expect(body).toMatchObject({ counts: true, reviewReasons: ['hotel-not-assigned'] });
    }
  });
});

test('a response that does not count is not listed as an interview of its hotel, even after it is deleted', async () => {
  const { body } = await server.as('connie')('POST', '/api/responses', outcome({}));
  const interviews = async () =>
    (await server.as('asa')('GET', `/api/interview-sessions/hotel/${hotel.id}`)).body;
  expect(await interviews()).toEqual([]);
  await server.as('asa')('DELETE', `/api/responses/${body.id}`);
  expect(await interviews()).toEqual([]);
});

test('the results file marks responses that do not count', async () => {
  await sent({ respondentName: 'Planted by somebody' });
  const { body } = await server.as('asa')('GET', `/api/results/export?hotelId=${hotel.id}`);
  expect(body).toMatch(/Planted by somebody.*not counted yet/);
});

test('a list of responses says how many of them are in no figure', async () => {
  const query = `?hotelId=${hotel.id}`;
  const read = async () => {
    const asa = server.as('asa');
    const { body: page } = await asa('GET', `/api/results/responses${query}`);
    const { body: summary } = await asa('GET', `/api/results/summary${query}`);
    expect(page.total - (page.notCounted ?? 0)).toBe(summary.responses);
    return [page.total, page.notCounted];
  };
  await give(connie);
  expect((await sent()).counts).toBe(true);
  expect(await read()).toEqual([1, undefined]);
  await give(null);
  expect((await sent({ startedAt: ago(1) }, 'cole')).counts).toBe(false);
  expect(await read()).toEqual([2, 1]);
});
