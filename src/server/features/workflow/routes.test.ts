import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXlsx } from 'hucre/xlsx';

import type { Board } from '#domain/workflow/board.ts';
import type { QuietHotels } from '#domain/workflow/quiet-hotels.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { savedByLibreOffice } from '#test/libreoffice.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let surveyId: number;
beforeAll(async () => {
  server = await openTestApp({ now: () => Date.parse('2026-03-31T23:59:00Z') });
  surveyId = (await aSurvey(server)).id;
});
afterAll(() => server.close());

/** Inserts a response with this score of 100 directly into the database. */
const respond = (
  hotelId: number,
  totalScore: number,
  syncStatus: 'synced' | 'pending' = 'synced',
  completedAt = '2026-03-31T10:00:00Z',
  counts = true,
) =>
  server.db
    .insertInto('responses')
    .values({
      clientId: randomUUID(),
      digest: '',
      surveyId,
      edition: 1,
      hotelId,
      hotelName: '',
      hotelBrand: '',
      hotelAddress: '',
      hotelStage: null,
      respondentName: 'Rosa',
      respondentJobTitle: 'Front desk',
      totalScore,
      maxScore: 100,
      passed: totalScore >= 80,
      completedAt,
      counts,
      syncStatus,
    })
    .execute();
const begin = (hotelId: number, status: 'in_progress' | 'completed') =>
  server.db
    .insertInto('interviewSessions')
    .values({
      clientId: randomUUID(),
      hotelId,
      surveyId,
      edition: 1,
      respondentName: 'Rosa',
      respondentJobTitle: 'Front desk',
      status,
    })
    .execute();

describe('the board', () => {
  let mine: { id: number };
  let listed: { id: number };
  let other: { id: number };
  beforeAll(async () => {
    const connie = server.idOf('connie');
    mine = await aHotel(server, { hotelName: 'B', serviceConsultantId: connie });
    listed = await aHotel(server, { hotelName: 'A', stage: 'Evaluation' });
    other = await aHotel(server, { hotelName: 'C', stage: 'Evaluation' });
    await server.db
      .insertInto('hotelAssignments')
      .values({ userId: connie, hotelId: listed.id })
      .execute();
    await Promise.all([
      respond(mine.id, 80),
      respond(mine.id, 60, 'pending', '2026-03-31T11:00:00Z'),
      respond(other.id, 50),
    ]);
    await Promise.all([begin(mine.id, 'in_progress'), begin(mine.id, 'completed')]);
  });
  const board = async (who: 'alice' | 'asa' | 'connie' | 'cole', query = '') => {
    const { status, body } = await server.as(who)('GET', `/api/workflow/board${query}`);
    expect(status).toBe(200);
    return body as Board;
  };
  const idsOf = ({ hotels }: Board) => hotels.map((card) => card.id);

  test('requires a session', async () => {
    expect((await server.as('nobody')('GET', '/api/workflow/board')).status).toBe(401);
  });

  test('can be filtered by consultant only by Admins', async () => {
    const path = `/api/workflow/board?consultantId=${server.idOf('connie')}`;
    for (const who of ['asa', 'connie'] as const)
      expect((await server.as(who)('GET', path)).status).toBe(403);
    expect((await server.as('alice')('GET', '/api/workflow/board?consultantId=x')).status).toBe(
      400,
    );
    const filtered = await board('alice', `?consultantId=${server.idOf('connie')}`);
    expect(idsOf(filtered)).toEqual([listed.id, mine.id]);
  });

  test('shows and counts only hotels within scope', async () => {
    expect(idsOf(await board('asa'))).toEqual([listed.id, mine.id, other.id]);
    const connies = await board('connie');
    expect(idsOf(connies)).toEqual([listed.id, mine.id]);
    expect(connies.stages).toEqual([
      { stage: 'Initiated', count: 1 },
      { stage: 'Onsite Assessment', count: 0 },
      { stage: 'Virtual Session', count: 0 },
      { stage: 'Virtual Re-Assessment', count: 0 },
      { stage: 'Evaluation', count: 1 },
      { stage: 'Disposition', count: 0 },
    ]);
    expect((await board('cole')).hotels).toEqual([]);
  });

  test('a card contains the hotel’s fields and counts', async () => {
    const { hotels } = await board('asa');
    expect(hotels.map((card) => [card.responseCount, card.sessionsInProgress])).toEqual([
      [0, 0],
      [2, 1],
      [1, 0],
    ]);
    expect(hotels[1]).toEqual({
      id: mine.id,
      hotelName: 'B',
      hotelBrand: 'Harbor',
      hotelCity: 'Boston',
      hotelState: 'MA',
      hotelManagementCo: null,
      status: 'Pending',
      stage: 'Initiated',
      serviceConsultantId: server.idOf('connie'),
      version: 1,
      virtualSessionCompletionDate: null,
      virtualReAssessmentCompletionDate: null,
      stageSince: expect.any(String),
      isAssessed: false,
      hasEvaluationNotes: false,
      responseCount: 2,
      sessionsInProgress: 1,
      latest: {
        totalScore: 60,
        maxScore: 100,
        passed: false,
        completedAt: '2026-03-31T11:00:00Z',
      },
    });
  });

  test('shows the latest score of the responses that count', async () => {
    const hotel = await aHotel(server, { hotelName: 'D', serviceConsultantId: null });
    const latest = async () =>
      (await board('asa')).hotels.find(({ id }) => id === hotel.id)?.latest ?? null;
    expect(await latest()).toBeNull();
    await respond(hotel.id, 90, 'synced', '2026-03-30T10:00:00Z');
    await respond(hotel.id, 40, 'synced', '2026-03-29T10:00:00Z');
    const best = {
      totalScore: 90,
      maxScore: 100,
      passed: true,
      completedAt: '2026-03-30T10:00:00Z',
    };
    expect(await latest()).toEqual(best);
    await respond(hotel.id, 10, 'synced', '2026-03-31T10:00:00Z', false);
    expect(await latest()).toEqual(best);
    await server.db.deleteFrom('hotels').where('id', '=', hotel.id).execute();
  });

  test('contains no figure of a hotel outside the scope', async () => {
    await server.db
      .updateTable('responses')
      .set({ totalScore: 51 })
      .where('hotelId', '=', other.id)
      .execute();
    expect(JSON.stringify(await board('asa'))).toContain('"totalScore":51');
    for (const who of ['connie', 'cole'] as const)
      expect(JSON.stringify(await board(who))).not.toContain('"totalScore":51');
  });

  test('shows since when a hotel is in its stage, and what was done there', async () => {
    const hotel = await aHotel(server, { hotelName: 'E', stage: 'Virtual Session' });
    const card = async () => (await board('asa')).hotels.find(({ id }) => id === hotel.id);
    const change = async (fields: object) => {
      const path = `/api/hotels/${hotel.id}`;
      expect((await server.as('asa')('PATCH', path, fields)).status).toBe(200);
    };
    await server.deps.pool.query(`update hotels set stage_since = '2026-01-01Z' where id = $1`, [
      hotel.id,
    ]);
    expect((await card())?.isAssessed).toBe(false);
    await respond(hotel.id, 70, 'synced', '2025-12-31T23:59:00Z');
    expect((await card())?.isAssessed).toBe(false);
    await respond(hotel.id, 70, 'synced', '2026-01-01T00:01:00Z');
    await change({ fpgRegion: 'West', stage: 'Virtual Session' });
    expect(Date.parse((await card())?.stageSince ?? '')).toBe(Date.parse('2026-01-01'));
    expect((await card())?.isAssessed).toBe(true);
    const moved = Date.now();
    await change({ stage: 'Evaluation', evaluationNotes: 'Rooms are spotless.' });
    const after = await card();
    expect(Date.parse(after?.stageSince ?? '')).toBeGreaterThan(moved - 60_000);
    expect(after).toMatchObject({ hasEvaluationNotes: true, isAssessed: false });
    await change({ evaluationNotes: null });
    expect((await card())?.hasEvaluationNotes).toBe(false);
    await server.db.deleteFrom('hotels').where('id', '=', hotel.id).execute();
  });

  test('marks a waiver that ends within 30 days, unless another one continues it', async () => {
    const hotel = await aHotel(server, { hotelName: 'F' });
    const card = async () => (await board('asa')).hotels.find(({ id }) => id === hotel.id);
    const waive = (validFrom: string, validTo: string) =>
      server.db
        .insertInto('waivers')
        .values({
          ...{ clientId: randomUUID(), hotelId: hotel.id, questionKey: 'code:FO-1' },
          ...{ reason: 'The lift is rebuilt', validFrom, validTo },
        })
        .execute();
    expect(await card()).not.toHaveProperty('hasEndingWaiver');
    await waive('2026-01-01', '2026-03-15');
    await waive('2026-03-16', '2026-05-31');
    expect(await card()).not.toHaveProperty('hasEndingWaiver');
    await server.db
      .updateTable('waivers')
      .set({ validTo: '2026-04-20' })
      .where('hotelId', '=', hotel.id)
      .where('validTo', '=', '2026-05-31')
      .execute();
    expect(await card()).toMatchObject({ hasEndingWaiver: true });
    await waive('2026-04-21', '2026-12-31');
    expect(await card()).not.toHaveProperty('hasEndingWaiver');
    await server.db.deleteFrom('hotels').where('id', '=', hotel.id).execute();
  });
});

describe('the export', () => {
  type Who = 'alice' | 'asa' | 'connie' | 'cole' | 'nobody';
  const exported = (who: Who, query = '') => server.as(who)('GET', `/api/workflow/export${query}`);
  const sheetOf = async (who: Who, query = '') => {
    const { bytes } = await exported(who, query);
    const { sheets } = await readXlsx(bytes, { readStyles: true });
    return sheets[0]!;
  };
  const rowsOf = async (who: Who, query = '') =>
    (await sheetOf(who, query)).rows.map((row) => row.map((cell) => cell ?? ''));

  beforeAll(async () => {
    await server.db.deleteFrom('hotels').execute();
    const [connie, cole] = [server.idOf('connie'), server.idOf('cole')];
    const given = { hotelBrand: 'Harbor', serviceConsultantId: connie };
    const full = await aHotel(server, { ...given, hotelId: '007', hotelName: 'Beach' });
    const empty = await aHotel(server, { ...given, hotelId: 'E', hotelName: 'alpine' });
    await aHotel(server, { hotelId: 'C', hotelName: 'Castle', serviceConsultantId: cole });
    await aHotel(server, { hotelId: 'G', hotelName: 'Gone', serviceConsultantId: 2_000_000_000 });
    await aHotel(server, { hotelId: 'N', hotelName: 'Nobody', serviceConsultantId: null });
    await server.db
      .updateTable('hotels')
      .set({
        stage: 'Virtual Re-Assessment',
        status: 'Active',
        virtualSessionCompletionDate: '2026-03-01',
        virtualReAssessmentCompletionDate: '2026-03-29',
        evaluationNotes: '=HYPERLINK("x")\u0001 & <b>',
      })
      .where('id', '=', full.id)
      .execute();
    await Promise.all([
      respond(full.id, 80),
      respond(full.id, 85),
      respond(full.id, 10, 'pending'),
    ]);
    await Promise.all([begin(full.id, 'in_progress'), begin(full.id, 'completed')]);
    await respond(empty.id, 90, 'pending');
  });

  test('requires a session, and can be filtered by consultant only by Admins', async () => {
    expect((await exported('nobody')).status).toBe(401);
    const query = `?consultantId=${server.idOf('connie')}`;
    expect((await exported('asa', query)).status).toBe(403);
    expect((await rowsOf('alice', query)).map((row) => row[2])).toEqual([
      'Hotel Name',
      '',
      'alpine',
      'Beach',
    ]);
  });

  test('has the day in its file name', async () => {
    const { status, headers } = await exported('asa');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('Workflow_Management_2026-03-31.xlsx');
    expect(headers['content-type']).toContain('spreadsheetml.sheet');
  });

  test('prints landscape, one page wide, with its headings on every page and its notes wrapped', async () => {
    const { pageSetup, cells } = await sheetOf('asa');
    expect(pageSetup).toMatchObject({
      ...{ orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
      printTitlesRow: '$1:$1',
    });
    expect(cells?.get('5,8')?.style?.alignment).toEqual({ vertical: 'top', wrapText: true });
    expect(cells?.get('5,7')?.style?.alignment).toEqual({ vertical: 'top' });
  });

  test('has the expected text in every cell', async () => {
    const blank = Array.from({ length: 12 }, () => '');
    expect(await rowsOf('asa')).toEqual([
      [
        'Service Consultant',
        'Hotel ID',
        'Hotel Name',
        'Location',
        'Stage',
        'Status',
        'Virtual Session Date',
        'Virtual Re-Assessment Date',
        'Evaluation Notes',
        'Completed Interviews',
        'In Progress Interviews',
        'Total Responses',
        'Average Score',
      ],
      ['Cole Consultant', ...blank],
      row('Cole Consultant', 'C', 'Castle'),
      ['Connie Consultant', ...blank],
      row('Connie Consultant', 'E', 'alpine', { responses: 1 }),
      [
        'Connie Consultant',
        '007',
        'Beach',
        'Boston, MA',
        'Virtual Re-Assessment',
        'Active',
        new Date('2026-03-01'),
        new Date('2026-03-29'),
        '=HYPERLINK("x") & <b>',
        1,
        1,
        3,
        83,
      ],
      ['Unknown Consultant', ...blank],
      row('Unknown Consultant', 'G', 'Gone'),
      ['Unassigned', ...blank],
      row('Unassigned', 'N', 'Nobody'),
    ]);
  });

  const row = (consultant: string, id: string, name: string, { responses = 0 } = {}) => [
    ...[consultant, id, name, 'Boston, MA', 'Initiated', 'Pending', '', '', '', 0, 0],
    ...[responses, 'N/A'],
  ];

  test('a day before 1900, which a workbook cannot have as a date, is in it as text', async () => {
    const ofCastle = server.db.updateTable('hotels').where('hotelId', '=', 'C');
    const datesWith = async (session: string | null, reassessment: string | null) => {
      const dates = {
        virtualSessionCompletionDate: session,
        virtualReAssessmentCompletionDate: reassessment,
      };
      await ofCastle.set(dates).execute();
      return (await rowsOf('cole')).at(-1)?.slice(6, 8);
    };
    expect(await datesWith('0026-03-01', '1899-12-31')).toEqual(['0026-03-01', '1899-12-31']);
    expect(await datesWith('1900-01-01', null)).toEqual([new Date('1900-01-01'), '']);
    await datesWith(null, null);
  });

  test('contains only hotels within scope', async () => {
    expect((await rowsOf('cole')).map((cells) => cells[2])).toEqual(['Hotel Name', '', 'Castle']);
  });

  test('LibreOffice opens it, and shows the same', async () => {
    const { bytes } = await exported('asa');
    // LibreOffice's text files leave out the sign that the format of a score adds.
    for (const [, content] of await savedByLibreOffice('workflow.xlsx', bytes, ['csv'])) {
      const [heading, ...rows] = content.toString().trimEnd().split('\n');
      expect(heading).toMatch(/^Service Consultant,Hotel ID,Hotel Name,Location,Stage,/);
      expect(rows.find((row) => row.includes(',Beach,'))).toBe(
        'Connie Consultant,007,Beach,"Boston, MA",Virtual Re-Assessment,Active,' +
          '2026-03-01,2026-03-29,"=HYPERLINK(""x"") & <b>",1,1,3,83',
      );
      expect(rows).toHaveLength(9);
    }
  });

  test('its heading stays in view, and heading and banners are styled throughout', async () => {
    const sheet = await sheetOf('cole');
    expect(sheet.name).toBe('Workflow Management');
    expect(sheet.freezePane).toMatchObject({ rows: 1 });
    const fillAt = (at: string) => sheet.cells?.get(at)?.style?.fill;
    for (const at of ['0,0', '0,12'])
      expect(fillAt(at)).toMatchObject({ fgColor: { rgb: '14524C' } });
    for (const at of ['1,0', '1,12'])
      expect(fillAt(at)).toMatchObject({ fgColor: { rgb: 'DCEAE7' } });
    expect(fillAt('2,0')).toBeUndefined();
    expect(sheet.cells?.get('2,12')?.style?.numFmt).toBe('0"%"');
  });
});

describe('quiet hotels', () => {
  const day = 86_400_000;
  const at = Date.parse('2026-03-31T23:59:00Z');
  const ask = async (who: 'alice' | 'asa' | 'connie' | 'cole') => {
    const { status, body } = await server.as(who)('GET', '/api/workflow/quiet-hotels');
    expect(status).toBe(200);
    return body as QuietHotels;
  };

  /** Creates a hotel that was last changed so many days ago. */
  async function changed(daysAgo: number, given: Parameters<typeof aHotel>[1] = {}) {
    const hotel = await aHotel(server, { stage: 'Virtual Session', ...given });
    const updatedAt = new Date(at - daysAgo * day).toISOString();
    await server.db.updateTable('hotels').set({ updatedAt }).where('id', '=', hotel.id).execute();
    return { ...hotel, updatedAt };
  }

  test('are those to which nothing has happened, the longest quiet first, within scope', async () => {
    const own = await changed(40, { serviceConsultantId: server.idOf('connie') });
    const longest = await changed(90);
    await changed(29);
    await changed(50, { stage: 'Disposition' });
    const answered = await changed(60);
    await respond(answered.id, 80);
    const begun = await changed(60);
    await begin(begun.id, 'in_progress');
    const complete = await changed(60);
    await server.db
      .updateTable('hotels')
      .set({ status: 'Complete' })
      .where('id', '=', complete.id)
      .execute();
    for (const who of ['alice', 'asa'] as const) {
      const { hotels, total } = await ask(who);
      expect(hotels.map(({ id }) => id)).toEqual([longest.id, own.id]);
      expect(total).toBe(2);
      expect(hotels[1]).toMatchObject({
        hotelName: own.hotelName,
        stage: 'Virtual Session',
        since: own.updatedAt,
      });
      expect([hotels[0]?.consultantName, hotels[1]?.consultantName]).toEqual([
        null,
        'Connie Consultant',
      ]);
    }
    expect((await ask('connie')).hotels.map(({ id }) => id)).toEqual([own.id]);
    expect(await ask('cole')).toEqual({ hotels: [], total: 0 });
  });
});
