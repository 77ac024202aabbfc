import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { stageGuardDetail } from '#domain/workflow/stages.ts';
import { aHotel } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let hotel: { id: number; hotelName: string };
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
});

let codes = 0;
const filledIn = () => ({
  hotelId: `C${String((codes += 1)).padStart(4, '0')}`,
  hotelName: 'Grand Café & Suites',
  hotelChain: 'Meridian Group',
  hotelBrand: 'Harbor',
  hotelAddress: '2 Main St',
  hotelCity: 'Köln',
  hotelState: 'NRW',
  hotelCountry: 'Germany',
  hotelPostalCode: '50667',
  fpgRegion: 'West',
});
const change = (body: object, who: 'asa' | 'connie' | 'cole' = 'asa', id = hotel.id) =>
  server.as(who)('PATCH', `/api/hotels/${id}`, body);
const eventsOf = async (id: number) =>
  server.db
    .selectFrom('auditEvents')
    .select(['action', 'details', 'actorName'])
    .where('objectId', '=', id)
    .where('action', 'like', 'hotel.%')
    .orderBy('id')
    .execute();

describe('scope', () => {
  test('nobody sees a hotel without signing in', async () => {
    for (const path of ['/api/hotels', '/api/hotels/filtered', `/api/hotels/${hotel.id}`])
      expect((await server.as('nobody')('GET', path)).status).toBe(401);
  });

  test('what a consultant is not assigned to is not there, for reading and writing alike', async () => {
    const cole = server.as('cole');
    expect((await cole('GET', `/api/hotels/${hotel.id}`)).status).toBe(404);
    expect((await change({ hotelName: 'Mine' }, 'cole')).status).toBe(404);
    expect((await cole('DELETE', `/api/hotels/${hotel.id}`)).status).toBe(404);
    expect((await server.as('asa')('GET', `/api/hotels/${hotel.id}`)).body.hotelName).toBe(
      hotel.hotelName,
    );
  });

  test('a consultant lists exactly what is assigned, by the hotel or by the own list', async () => {
    await server.db.deleteFrom('hotels').execute();
    const named = await aHotel(server, {
      hotelName: 'B',
      serviceConsultantId: server.idOf('cole'),
    });
    const listed = await aHotel(server, { hotelName: 'A' });
    const others = await aHotel(server, { hotelName: 'C' });
    await server.db
      .insertInto('hotelAssignments')
      .values({ userId: server.idOf('cole'), hotelId: listed.id })
      .execute();
    const ids = async (who: 'cole' | 'asa' | 'alice', path: string) =>
      (await server.as(who)('GET', path)).body.map((one: { id: number }) => one.id);

    expect(await ids('cole', '/api/hotels')).toEqual([listed.id, named.id]);
    const asAdmin = `/api/hotels/filtered?userId=${server.idOf('alice')}&userRole=Admin`;
    expect(await ids('cole', asAdmin)).toEqual([listed.id, named.id]);
    const asCole = `/api/hotels/filtered?userId=${server.idOf('cole')}&userRole=Service%20Consultant`;
    expect(await ids('asa', asCole)).toEqual([listed.id, named.id, others.id]);
    expect(await ids('alice', '/api/hotels')).toEqual([listed.id, named.id, others.id]);
  });
});

describe('adding', () => {
  const add = (body: object, who: 'asa' | 'cole' = 'asa', headers?: Record<string, string>) =>
    server.as(who)('POST', '/api/hotels', body, headers);

  test('names what is missing or unknown at its field', async () => {
    const { status, body } = await add({ ...filledIn(), hotelName: ' ', stage: 'Somewhere' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: 'hotelName', message: 'Hotel Name is required' },
      { path: 'stage', message: expect.stringContaining('Stage must be one of') },
    ]);
  });

  test('refuses a code that is taken, at its field', async () => {
    const first = filledIn();
    await add(first);
    const { status, body } = await add(first);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: 'hotelId', message: 'Hotel ID already exists' }]);
    const inOtherCase = await add({ ...first, hotelId: String(first.hotelId).toLowerCase() });
    expect(inOtherCase.body.errors).toEqual(body.errors);
  });

  test('refuses a completion date in the future', async () => {
    const dates = { stage: 'Evaluation', virtualSessionCompletionDate: '2126-03-31' };
    const { status, body } = await add({ ...filledIn(), ...dates });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: 'virtualSessionCompletionDate', message: 'This date is in the future' },
    ]);
  });

  test('gives a hotel to consultants alone', async () => {
    for (const serviceConsultantId of [server.idOf('asa'), 2_000_000_000]) {
      const { status, body } = await add({ ...filledIn(), serviceConsultantId });
      expect(status).toBe(400);
      expect(body.errors[0].path).toBe('serviceConsultantId');
    }
    const { body } = await add({ ...filledIn(), serviceConsultantId: server.idOf('connie') });
    expect(body.serviceConsultantId).toBe(server.idOf('connie'));
  });

  test('answers the hotel, and once for one request key', async () => {
    const given = filledIn();
    const headers = { 'idempotency-key': 'add-hotel-once' };
    const first = await add(given, 'asa', headers);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      ...given,
      status: 'Pending',
      stage: 'Initiated',
      chainScale: null,
      version: 1,
    });
    expect(await eventsOf(first.body.id)).toEqual([
      {
        action: 'hotel.created',
        details: { name: given.hotelName, code: given.hotelId },
        actorName: 'Asa Assessor',
      },
    ]);
    const again = await add(given, 'asa', headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('what a consultant adds is theirs', async () => {
    const { body } = await add(
      { ...filledIn(), serviceConsultantId: server.idOf('connie') },
      'cole',
    );
    expect(body.serviceConsultantId).toBe(server.idOf('cole'));
    expect((await server.as('cole')('GET', `/api/hotels/${body.id}`)).status).toBe(200);
  });
});

describe('changing', () => {
  test('changes what is named, counts the version and tells the audit which fields', async () => {
    const { status, body } = await change({
      hotelOwner: 'Ann',
      evaluationNotes: 'Fine',
      version: 1,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ hotelOwner: 'Ann', evaluationNotes: 'Fine', version: 2 });
    expect(await eventsOf(hotel.id)).toEqual([
      {
        action: 'hotel.changed',
        details: {
          name: hotel.hotelName,
          changes: { hotelOwner: { from: null, to: 'Ann' }, evaluationNotes: null },
        },
        actorName: 'Asa Assessor',
      },
    ]);
  });

  test('refuses to overwrite what someone else changed meanwhile', async () => {
    await change({ evaluationNotes: 'First', version: 1 });
    const second = await change({ evaluationNotes: 'Second', version: 1 }, 'connie');
    expect(second.status).toBe(409);
    expect(second.body.type).toBe('/problems/changed-meanwhile');
    expect(second.body.detail).toContain(hotel.hotelName);
    const stored = await server.as('asa')('GET', `/api/hotels/${hotel.id}`);
    expect(stored.body).toMatchObject({ evaluationNotes: 'First', version: 2 });
  });

  test('of changes at the same moment one is stored', async () => {
    const calls = Array.from({ length: 8 }, (_, n) =>
      change({ evaluationNotes: `Note ${n}`, version: 1 }, n % 2 ? 'asa' : 'connie'),
    );
    const statuses = (await Promise.all(calls)).map((answer) => answer.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  test('sent again, a change stays one change', async () => {
    await change({ evaluationNotes: 'Once', version: 1 });
    const again = await change({ evaluationNotes: 'Once', version: 1 });
    expect(again.status).toBe(200);
    expect(again.body.version).toBe(2);
    expect(await eventsOf(hotel.id)).toHaveLength(1);
  });

  test('refuses a taken code and a consultant who is none', async () => {
    const taken = await server.as('asa')('POST', '/api/hotels', filledIn());
    const code = await change({ hotelId: taken.body.hotelId });
    expect(code.body.errors).toEqual([{ path: 'hotelId', message: 'Hotel ID already exists' }]);
    const inOtherCase = await change({ hotelId: taken.body.hotelId.toLowerCase() });
    expect(inOtherCase.body.errors).toEqual(code.body.errors);
    const consultant = await change({ serviceConsultantId: server.idOf('alice') });
    expect(consultant.body.errors[0].path).toBe('serviceConsultantId');
  });

  test('keeps the number of a consultant who has left', async () => {
    const left = await aHotel(server, { serviceConsultantId: 2_000_000_000 });
    const answer = await change(
      { serviceConsultantId: 2_000_000_000, hotelOwner: 'Ann' },
      'asa',
      left.id,
    );
    expect(answer.status).toBe(200);
  });
});

describe('the stage', () => {
  test('Virtual Re-Assessment waits for the virtual session', async () => {
    await change({ stage: 'Virtual Session' });
    const early = await change({ stage: 'Virtual Re-Assessment' });
    expect(early.status).toBe(409);
    expect(early.body).toMatchObject({
      type: '/problems/stage-guard',
      title: 'Validation Error',
      detail: stageGuardDetail,
    });
    const dated = await change({
      stage: 'Virtual Session',
      virtualSessionCompletionDate: '2026-03-31T23:30:00.000-05:00',
    });
    expect(dated.body.virtualSessionCompletionDate).toBe('2026-03-31');
    const moved = await change({ stage: 'Virtual Re-Assessment' });
    expect(moved.body).toMatchObject({ stage: 'Virtual Re-Assessment', status: 'Active' });
  });

  test('a completion date belongs to its stage', async () => {
    const answer = await change({ virtualReAssessmentCompletionDate: '2026-03-31' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toBe('virtualReAssessmentCompletionDate');
    const early = await change({
      stage: 'Virtual Session',
      virtualSessionCompletionDate: '2126-03-31',
    });
    expect(early.body.errors).toEqual([
      { path: 'virtualSessionCompletionDate', message: 'This date is in the future' },
    ]);
    for (const malformed of ['soon', '0000-12-31']) {
      const { body } = await change({ virtualSessionCompletionDate: malformed });
      expect(body.errors).toEqual([
        { path: 'virtualSessionCompletionDate', message: 'Choose a date' },
      ]);
    }
  });

  test('a move is told to the audit, from where and to where', async () => {
    await change({ stage: 'Evaluation' });
    expect(await eventsOf(hotel.id)).toMatchObject([
      {
        action: 'hotel.stage-changed',
        details: {
          from: 'Initiated',
          to: 'Evaluation',
          changes: { status: { from: 'Pending', to: 'Active' } },
        },
      },
    ]);
  });
});

test('a deleted hotel is not found, and the deletion is recorded', async () => {
  expect((await server.as('connie')('DELETE', `/api/hotels/${hotel.id}`)).status).toBe(204);
  expect((await server.as('asa')('GET', `/api/hotels/${hotel.id}`)).status).toBe(404);
  expect(await eventsOf(hotel.id)).toMatchObject([{ action: 'hotel.deleted' }]);
});
