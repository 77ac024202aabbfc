import { readFile } from 'node:fs/promises';

import type { CellValue } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hotelFileFields } from '#domain/hotels/hotel-fields.ts';
import { hotelHeadings, mostListedErrors, type HotelImport } from '#domain/hotels/hotel-import.ts';
import { consultantRole } from '#domain/people/roles.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { migrate } from '#server/db/connection/migrate.ts';
import { inTransaction } from '#server/db/statements/transaction.ts';
import { readTable } from '#server/files/read-table.ts';
import { writeWorkbook } from '#server/files/write-table.ts';
import { aHotel } from '#test/build.ts';
import { atMigration } from '#test/database/at-migration.ts';
import { aForm } from '#test/form.ts';
import { savedByLibreOffice } from '#test/libreoffice.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.deleteFrom('hotels').execute());

type Who = 'alice' | 'asa' | 'cole' | 'nobody';
const send = (
  name: string,
  content: Buffer | string,
  { who = 'asa', query = '' }: { who?: Who; query?: string } = {},
) => server.as(who)('POST', `/api/hotels/import${query}`, ...aForm(name, content));
const sample = (name: string) =>
  readFile(new URL(`../../../../test/samples/${name}`, import.meta.url));
const stored = async (who: Who = 'asa') =>
  (await server.as(who)('GET', '/api/hotels')).body as Hotel[];

/** Returns a file of hotels with these cells. The others are filled in. */
function aFile(...rows: Partial<Record<(typeof hotelHeadings)[number], string>>[]): string {
  const usual = (n: number) => ({
    'Hotel ID': `F${n}`,
    'Hotel Name': `Hotel ${n}`,
    'Hotel Chain': 'Meridian Group',
    'Hotel Brand': 'Harbor',
    Address: '2 Main St',
    City: 'Boston',
    State: 'MA',
    Country: 'USA',
    'Postal Code': '02110',
    'FPG Region': 'West',
  });
  const lines = rows.map((row, n) => {
    const cells: Record<string, string> = { ...usual(n + 1), ...row };
    return hotelHeadings.map((heading) => cells[heading] ?? '').join(';');
  });
  return [hotelHeadings.join(';'), ...lines].join('\r\n');
}

test('of two files at once with the same hotels in another order, neither fails', async () => {
  const imported = await inTransaction(server.db, async (tx) => {
    await aHotel({ db: tx }, { hotelId: 'a-1' });
    const call = send('hotels.csv', aFile({ 'Hotel ID': 'B-1' }, { 'Hotel ID': 'A-1' }));
    await waitForLocks(server);
    await aHotel({ db: tx }, { hotelId: 'b-1' });
    return { call };
  });
  expect((await imported.call).body).toMatchObject({ success: 0, refused: 2 });
});

describe('refused', () => {
  test('without signing in', async () => {
    expect((await send('a.csv', aFile({}), { who: 'nobody' })).status).toBe(401);
  });

  test.each([
    ['another type of file', 'hotels.pdf', '%PDF-1.7', 'Please choose a .xlsx, .xls or .csv file'],
    ['a page called a workbook', 'hotels.xlsx', '<html>', 'no .xlsx file'],
    ['a heading that is missing', 'hotels.csv', 'Hotel ID,City\n1,Boston', '"Hotel Name"'],
    [
      'a heading of two columns',
      'hotels.csv',
      `${hotelHeadings.join(',')},city`,
      'The first row has the same heading twice: "City" in the columns H and Q',
    ],
    ['an empty file', 'hotels.csv', '', 'This file is empty'],
    ['a file of blanks', 'hotels.csv', ' \n', 'no heading "Hotel ID"'],
  ])('%s', async (_what, name, content, message) => {
    const { status, body } = await send(name, content);
    expect(status).toBe(400);
    expect(body.errors[0].path).toBe('file');
    expect(body.detail).toContain(message);
    expect(await stored()).toEqual([]);
  });
});

describe('files as people have them', () => {
  const texts = ['hotels-utf8.csv', 'hotels-excel-bom.csv', 'hotels-semicolon-windows1252.csv'];
  const workbooks = ['hotels-libreoffice.xls', 'hotels-libreoffice.xlsx'];
  const importSample = async (name: string) => {
    await server.db.deleteFrom('hotels').execute();
    const { status, body } = await send(name, await sample(name));
    expect(status).toBe(200);
    const hotels = (await stored()).map(({ id: _, createdAt: __, updatedAt: ___, ...one }) => one);
    expect(hotels).toHaveLength(body.success);
    return { hotels, errors: (body as HotelImport).errors };
  };

  test('text in any encoding, with either separator', async () => {
    const [first, ...others] = texts.map((name) => () => importSample(name));
    const { hotels, errors } = await first!();
    expect(errors).toEqual([]);
    expect(hotels).toHaveLength(40);
    expect(hotels.find((hotel) => hotel.hotelId === '00001')).toMatchObject({
      hotelName: 'The “Old” Mill, Riverside 1',
      hotelManagementCo: null,
      hotelAddress: '1 Main St, Fl. 2',
      hotelCity: 'Québec',
      hotelPostalCode: 'G1R 4S9',
      chainScale: 'Upper Upscale',
      status: 'Pending',
      stage: 'Initiated',
    });
    expect(hotels.find((hotel) => hotel.hotelId === '00004')?.hotelPostalCode).toBe('02110');
    for (const other of others) expect(await other()).toEqual({ hotels, errors });
  });

  test('every column of the file reaches its field', async () => {
    await server.db.deleteFrom('hotels').execute();
    const cells: Record<string, string> = {
      [consultantRole]: 'Connie Consultant',
      'Chain Scale': 'economy',
      Status: 'COMPLETE',
      Stage: 'disposition',
    };
    const row = hotelHeadings.map((heading) => cells[heading] ?? `Our ${heading}`);
    const { body } = await send('hotels.csv', [hotelHeadings.join(';'), row.join(';')].join('\n'));
    expect(body).toMatchObject({ success: 1, errors: [] });
    const [hotel] = await stored();
    const expected = hotelFileFields.map((field, place) => [field, row[place]] as const);
    expect(hotel).toMatchObject({
      ...Object.fromEntries(expected),
      ...{ chainScale: 'Economy', status: 'Complete', stage: 'Disposition' },
      serviceConsultantId: server.idOf('connie'),
    });
  });

  test('headings below a title, after the line that tells Excel the separator, and on the second sheet', async () => {
    const file = aFile({ City: 'Boston, MA' }, { City: '' });
    const errors = (row: number) => [{ row, error: 'City is required' }];
    const importOf = async (name: string, content: string | Buffer) => {
      await server.db.deleteFrom('hotels').execute();
      const { body } = await send(name, content);
      return body as HotelImport;
    };
    const titled = await importOf('a.csv', `Our hotels, as of March\r\n\r\n${file}`);
    expect([titled.success, titled.errors]).toEqual([1, errors(5)]);
    const told = await importOf('a.csv', `\ufeffsep=;\r\n${file}`);
    expect([told.success, told.errors]).toEqual([1, errors(3)]);
    const rows = file.split('\r\n').map((line) => line.split(';'));
    const workbook = await writeWorkbook([
      { name: 'Read me', rows: [['Hotel ID'], ['Fill in the second sheet']] },
      { name: 'Hotels', rows: [['Our hotels'], ...rows] },
    ]);
    const second = await importOf('a.xlsx', workbook);
    expect([second.success, second.errors]).toEqual([1, errors(4)]);
    const named = await send('a.csv', 'Our hotels\r\nHotel ID;Hotel Name;City\r\n1;Mill;Boston');
    expect(named.body.detail).toMatch(/^Row 2 has no heading "Hotel Chain", /);
    expect(named.body.detail).toMatch(/"FPG Region"\. It has "Hotel ID", "Hotel Name", "City"$/);
    const other = await send('a.csv', 'Hotel ID;City;;ZIP;Brand\r\n1;Boston;;02110;Harbor');
    expect(other.body.detail).toMatch(
      /It has "Hotel ID", "City"\. Not recognised: "ZIP", "Brand"$/,
    );
  });

  test('the reply names the columns and sheets that are not read, and no hidden sheet is read', async () => {
    const [head, row] = aFile({})
      .split('\r\n')
      .map((line) => line.split(';'));
    const rows = [
      [...head!, 'Rooms', '', 'Address 2', 'Reason'],
      [...row!, '120', 'x', 'Floor 2', 'no'],
    ];
    const former = [head!, row!.with(1, 'Former')];
    const workbook = await writeWorkbook([
      { name: 'Last year', rows: former, hidden: true },
      { name: 'Lists', rows: former, veryHidden: true },
      { name: 'Notes', rows: [['Ask Ann']] },
      { name: 'East', rows },
      { name: 'West', rows: former },
    ]);
    const { body } = await send('a.xlsx', workbook);
    expect(body).toMatchObject({
      ...{ success: 1, unreadColumns: ['Rooms', 'Address 2'], unreadSheets: ['Notes', 'West'] },
      hotels: [{ hotelName: 'Hotel 1' }],
    });
  });

  test('a cell that a workbook stores as a date or time is refused, also when its row comes again', async () => {
    const rows = aFile({}, {}, { 'Hotel Name': '2026-03-15' })
      .split('\r\n')
      .map((line): CellValue[] => line.split(';'));
    rows[1] = rows[1]!.with(0, new Date('2026-03-15T00:00:00Z'));
    rows[2] = rows[2]!.with(1, new Date('2026-03-15T10:30:00Z'));
    const { body } = await send('a.xlsx', await writeWorkbook([{ name: 'Hotels', rows }]));
    const why = 'holds a date or time. Format the cell as text, and type the value again';
    const errors = [
      { row: 2, error: `Hotel ID ${why}` },
      { row: 3, error: `Hotel Name ${why}` },
    ];
    expect([body.success, body.errors]).toEqual([1, errors]);
    const again = await send('a.xlsx', Buffer.from(body.refusedRows, 'base64'));
    expect(again.body.errors).toEqual(errors);
  });

  test('codes that differ in case alone are one', async () => {
    expect((await send('a.csv', aFile({ 'Hotel ID': 'ab1' }))).body.success).toBe(1);
    const again = aFile({ 'Hotel ID': 'AB1' }, { 'Hotel ID': 'c2' }, { 'Hotel ID': 'C2' });
    const taken = [
      { row: 2, error: 'Hotel ID already exists' },
      { row: 4, error: 'Hotel ID repeats row 3' },
    ];
    for (const query of ['?preview=1', '']) {
      const { body } = await send('a.csv', again, { query });
      expect([body.success, body.errors]).toEqual([1, taken]);
    }
    expect((await stored()).map(({ hotelId }) => hotelId).toSorted()).toEqual(['ab1', 'c2']);
  });

  test('codes, names and words of a list that differ in what nobody sees alone are one', async () => {
    const odd = {
      'Hotel ID': '\ufeffab\u200b\u00a01\u200e',
      'Hotel Brand': 'Har\u200bbor',
      'Service Consultant': 'Connie\u00a0Consultant\u200b',
      Stage: 'Dispo\u200bsition',
    };
    const { body } = await send('a.csv', aFile(odd, { 'Hotel ID': 'AB 1' }, { 'Hotel ID': '' }));
    expect(body.errors).toEqual([
      { row: 3, error: 'Hotel ID repeats row 2' },
      { row: 4, error: 'Hotel ID is required' },
    ]);
    const seen = { hotelId: 'ab 1', hotelBrand: 'Harbor', stage: 'Disposition' };
    expect(await stored()).toMatchObject([{ ...seen, serviceConsultantId: server.idOf('connie') }]);
    const again = await send('a.csv', aFile(odd));
    expect(again.body.errors).toEqual([{ row: 2, error: 'Hotel ID already exists' }]);
  });

  test('codes from before lose what nobody sees, unless another hotel has such a code', async () => {
    await atMigration('0078-tokens-of-links', async ({ db }) => {
      const codes = ['A\u200b1', '\ufeffB\u00a02', 'b 2\u200b', 'C3\u200b', 'c3', '\u200b', 'D  4'];
      for (const hotelId of codes) await aHotel({ db }, { hotelId });
      await migrate(db);
      const rows = await db
        .selectFrom('hotels')
        .select(['hotelId', 'version'])
        .orderBy('id')
        .execute();
      const [a, b, ...others] = rows.map(({ hotelId, version }) => [hotelId, version]);
      expect([a, b]).toEqual([
        ['A1', 2],
        ['B 2', 2],
      ]);
      expect(others).toEqual(codes.slice(2).map((code) => [code, 1]));
    });
  });

  test('a text after an apostrophe is no failed formula', async () => {
    const file = aFile({ 'Hotel Name': "'#N/A" }, { 'Hotel Name': '#N/A' });
    const { body } = await send('a.csv', file);
    expect(body.hotels).toMatchObject([{ hotelName: '#N/A' }]);
    expect(body.errors).toMatchObject([{ row: 3 }]);
  });

  test('workbooks, where what the sheet has as a number or a failed formula is just that', async () => {
    const number = (text: string) => text.replace(/^0+(?=\d+$)/, '');
    const text = await importSample('hotels-utf8.csv');
    const expected = text.hotels
      .filter((hotel) => !hotel.hotelName.startsWith('='))
      .map((hotel) => ({
        ...hotel,
        hotelId: number(hotel.hotelId),
        hotelPostalCode: number(hotel.hotelPostalCode),
      }));
    for (const name of workbooks) {
      const { hotels, errors } = await importSample(name);
      expect(hotels).toEqual(expected);
      expect(errors.map(({ row }) => row)).toEqual([6, 12, 18, 24, 30, 36]);
      for (const { error } of errors)
        expect(error).toMatch(/^Hotel Name holds the error #\S+ in place of a value$/);
    }
  });

  test('the template, filled in with LibreOffice', async () => {
    const template = await server.as('asa')('GET', '/api/hotels/import-template');
    const lines = template.bytes.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    const bring = async (name: string, content: Buffer) => {
      await server.db.deleteFrom('hotels').execute();
      expect((await send(name, content)).body).toMatchObject({ success: 1, errors: [] });
      return (await stored()).map(({ id: _, createdAt: __, updatedAt: ___, ...one }) => one);
    };
    const hotels = await bring('hotel-import-template.csv', template.bytes);
    // A sheet takes a code of digits for a number and drops its zeros before we see the file.
    const asNumbers = hotels.map((hotel) => ({ ...hotel, hotelPostalCode: '2110' }));
    const saved = ['xlsx', 'xls', 'csv'];
    for (const [name, content] of await savedByLibreOffice('hotels.csv', template.bytes, saved))
      expect(await bring(name, content)).toEqual(asNumbers);
  });

  test('good rows come in, and each bad one is told by its row', async () => {
    const { body } = await send('errors.csv', await sample('hotels-with-errors.csv'));
    expect(body.success).toBe(1);
    expect(body.errors).toEqual([
      { row: 3, error: 'Hotel ID repeats row 2' },
      { row: 4, error: 'Hotel Name is required' },
      { row: 5, error: expect.stringMatching(/^Stage must be one of Initiated, /) },
      { row: 6, error: expect.stringMatching(/^Status must be one of Pending, /) },
      { row: 7, error: expect.stringMatching(/^Chain Scale must be one of Luxury, /) },
    ]);
    expect((await stored()).map((hotel) => hotel.hotelId)).toEqual(['00001']);
  });

  test('the template imports as it stands', async () => {
    const answer = await server.as('cole')('GET', '/api/hotels/import-template');
    expect(answer.headers['content-disposition']).toContain('hotel-import-template.csv');
    expect(answer.bytes.toString('utf8').split('\r\n')[0]).toBe(`\ufeff${hotelHeadings.join(',')}`);
    const { body } = await send('hotel-import-template.csv', answer.bytes);
    expect(body).toMatchObject({ success: 1, errors: [] });
  });
});

describe('refused rows', () => {
  const limits = { formats: ['xlsx'] as const, maxRows: 100, maxColumns: 40 };
  const bytesOf = (body: HotelImport) => Buffer.from(body.refusedRows ?? '', 'base64');

  test('come back as a file with their reasons, and import when mended', async () => {
    const file = aFile({ City: '' }, {}, { 'Hotel ID': '007', 'Hotel Name': '=1+1', Status: 'no' });
    const lines = file
      .split('\r\n')
      .map((line, row) => `${row === 0 ? 'Ours' : `note ${row}`};${line}`);
    const { body } = await send('a.csv', ['A title', ...lines].join('\r\n'));
    expect(body.success).toBe(1);
    const { rows } = await readTable({ name: 'a.xlsx', bytes: bytesOf(body) }, limits);
    expect(rows[0]).toEqual(['Ours', ...hotelHeadings, 'Reason']);
    expect(rows.slice(1).map((row) => [row[0], row[1], row[2], row.at(-1)])).toEqual([
      ['note 1', 'F1', 'Hotel 1', 'City is required'],
      ['note 3', '007', '=1+1', 'Status must be one of Pending, Active, Complete'],
    ]);
    const again = await send('a.xlsx', bytesOf(body));
    expect(again.body.errors).toEqual(
      body.errors.map((one: object, at: number) => ({ ...one, row: at + 2 })),
    );
    expect((await readTable({ name: 'a.xlsx', bytes: bytesOf(again.body) }, limits)).rows).toEqual(
      rows,
    );
    const city = rows[0]!.indexOf('City');
    const status = rows[0]!.indexOf('Status');
    const mended = rows.map((row, at) =>
      at === 0 ? row : row.with(city, 'Boston').with(status, 'Active'),
    );
    const done = await send('a.xlsx', await writeWorkbook([{ name: 'Any', rows: mended }]));
    expect(done.body).toMatchObject({ success: 2, errors: [], refusedRows: null });
    expect((await stored()).map(({ hotelId }) => hotelId).toSorted()).toEqual(['007', 'F1', 'F2']);
  });
});

describe('rows', () => {
  test('of thousands that are refused all are counted, and the first are told', async () => {
    const refused = mostListedErrors + 1;
    const file = aFile(...Array<object>(refused).fill({ City: '' }));
    const { body } = await send('many.csv', file, { query: '?preview=1' });
    expect(body).toMatchObject({ success: 0, refused });
    expect(body.errors).toHaveLength(mostListedErrors);
    const bytes = Buffer.from(body.refusedRows, 'base64');
    const limits = { formats: ['xlsx'] as const, maxRows: refused + 1, maxColumns: 40 };
    expect((await readTable({ name: 'a.xlsx', bytes }, limits)).rows).toHaveLength(refused + 1);
  });

  test('a preview tells the same as the import, and stores nothing', async () => {
    await send('first.csv', aFile({ 'Hotel ID': 'TAKEN' }));
    const file = aFile({ 'Hotel ID': 'TAKEN' }, { 'Hotel Name': '' }, { 'Hotel ID': 'NEW' });
    const preview = await send('second.csv', file, { query: '?preview=1' });
    expect(preview.body).toEqual({
      preview: true,
      success: 1,
      refused: 2,
      errors: [
        { row: 2, error: 'Hotel ID already exists' },
        { row: 3, error: 'Hotel Name is required' },
      ],
      hotels: [
        { row: 4, hotelId: 'NEW', hotelName: 'Hotel 3', hotelCity: 'Boston', stage: 'Initiated' },
      ],
      refusedRows: expect.any(String),
      ...{ unreadColumns: [], unreadSheets: [] },
    });
    expect(await stored()).toHaveLength(1);
    const done = await send('second.csv', file);
    const rest = { preview: false, refusedRows: expect.any(String) };
    expect(done.body).toEqual({ ...preview.body, ...rest });
    expect(await stored()).toHaveLength(2);
  });

  test('are numbered as the spreadsheet numbers them, empty ones and all', async () => {
    const [heading, bad] = aFile({ City: '' }).split('\r\n');
    const { body } = await send('gaps.csv', [heading, '', ';;;', bad].join('\n'));
    expect(body.errors).toEqual([{ row: 4, error: 'City is required' }]);
  });

  test('a code is taken by the first good row that has it', async () => {
    const twice = aFile({ 'Hotel ID': 'X', City: '' }, { 'Hotel ID': 'X' }, { 'Hotel ID': 'X' });
    const { body } = await send('twice.csv', twice);
    expect(body.errors).toEqual([
      { row: 2, error: 'City is required' },
      { row: 4, error: 'Hotel ID repeats row 3' },
    ]);
  });

  test('columns may stand in any order, and lists in any case', async () => {
    const lines = aFile({ Stage: 'virtual session', Status: 'ACTIVE', 'Chain Scale': 'luxury' });
    const turned = lines
      .split('\r\n')
      .map((line) => line.split(';').toReversed().join(';'))
      .join('\r\n');
    await send('turned.csv', turned);
    expect(await stored()).toMatchObject([
      { hotelId: 'F1', stage: 'Virtual Session', status: 'Active', chainScale: 'Luxury' },
    ]);
  });

  test('name a consultant by e-mail or name', async () => {
    const { body } = await send(
      'consultants.csv',
      aFile(
        { 'Service Consultant': 'connie@HOTEL.example' },
        { 'Service Consultant': 'connie consultant' },
        { 'Service Consultant': 'Asa Assessor' },
      ),
    );
    expect(body.errors).toEqual([
      { row: 4, error: 'No service consultant is called "Asa Assessor"' },
    ]);
    const owners = (await stored()).map((hotel) => hotel.serviceConsultantId);
    expect(owners).toEqual([server.idOf('connie'), server.idOf('connie')]);
  });

  test('a consultant imports for themselves, and a code of anyone is taken', async () => {
    await send('others.csv', aFile({ 'Hotel ID': 'THEIRS' }));
    const file = aFile({ 'Hotel ID': 'THEIRS' }, { 'Service Consultant': 'Connie Consultant' });
    const { body } = await send('own.csv', file, { who: 'cole' });
    expect((body as HotelImport).errors).toEqual([{ row: 2, error: 'Hotel ID already exists' }]);
    expect(await stored('cole')).toMatchObject([
      { hotelId: 'F2', serviceConsultantId: server.idOf('cole') },
    ]);
  });

  test('a cell of several lines becomes one line', async () => {
    const rows = aFile({ Address: '"2 Main St\n2nd floor"', 'Hotel Name': '"Grand\r\nHotel"' });
    expect((await send('lines.csv', rows)).body.success).toBe(1);
    expect(await stored()).toMatchObject([
      { hotelAddress: '2 Main St 2nd floor', hotelName: 'Grand Hotel' },
    ]);
  });

  test('cells that look like formulas or harm are text', async () => {
    await send('text.csv', aFile({ 'Hotel Name': "'=1+1" }, { 'Hotel Name': '__proto__' }));
    expect((await stored()).map((hotel) => hotel.hotelName)).toEqual(['__proto__', '=1+1']);
  });
});

test('an import is told to the audit once, a preview never', async () => {
  await send('a.csv', aFile({}, { City: '' }), { query: '?preview=1' });
  await send('a.csv', aFile({}, { City: '' }));
  const events = await server.db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', 'hotel.imported')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(events[0]?.details).toEqual({ imported: 1, refused: 1 });
  expect(events[1]?.details).not.toEqual({ imported: 1, refused: 1 });
});
