import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { evidenceLimits } from '#domain/evidence/evidence.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { aJpeg, aPng, sendEvidence } from '#test/evidence.ts';
import { people, type PersonName } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

type Sent = Parameters<typeof sendEvidence>[2];
let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
let interview: string;

beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  interview = `offline_${randomUUID()}`;
});

const question = () => survey.questions[0]!.id;
const put = (more: Partial<Sent> = {}, who: PersonName = 'connie') =>
  sendEvidence(server, who, { interview, question: question(), ...more });
const get = (path: string, who: PersonName = 'connie') => server.as(who)('GET', path);
const ofInterview = async (who: PersonName = 'connie') =>
  (await get(`/api/evidence?interview=${interview}`, who)).body;
const remove = (fileId: string, who: PersonName, body?: object) =>
  server.as(who)('DELETE', `/api/evidence/${fileId}`, body);
const kept = async () =>
  (await readdir(join(server.deps.config.dataDir, 'documents')).catch(() => [])).length;

async function respond(more: object = {}, who: PersonName = 'connie') {
  const { body } = await server.as(who)('POST', '/api/responses', {
    ...{ clientId: interview, surveyId: survey.id, edition: survey.edition, hotelId: hotel.id },
    ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
    ...more,
  });
  return body;
}

describe('a file is stored once, by the name that its device gave it', () => {
  test('with what is said of it, before its response is there', async () => {
    const more = { caption: ' The lobby ', takenAt: '2026-05-04T12:00:00+02:00', width: 1_600 };
    const { status, body } = await put({ fileId: 'file_of_connie', more });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ fileId: 'file_of_connie', interview, questionId: question(), kind: 'photo' },
      ...{ name: 'lobby.jpg', mediaType: 'image/jpeg', size: aJpeg().length, width: 1_600 },
      ...{ height: null, hasThumbnail: true, caption: 'The lobby' },
      ...{ takenAt: '2026-05-04T10:00:00.000Z', takenBy: people.connie.name },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { digest: _, captionEdit, ...told } = body;
    expect(captionEdit).toBe(0);
    expect((await ofInterview()).held).toEqual([told]);
    expect((await get(`/api/evidence/file_of_connie`)).bytes.equals(aJpeg())).toBe(true);
    expect((await get(`/api/evidence/file_of_connie/thumbnail`)).bytes.equals(aJpeg('small'))).toBe(
      true,
    );
  });

  test('not with a moment that no reply can show', async () => {
    for (const takenAt of ['9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+01:00']) {
      const { status, body } = await put({ more: { takenAt } });
      expect([status, body.errors[0].path]).toEqual([400, 'takenAt']);
    }
    expect((await get(`/api/evidence?interview=${interview}`)).status).toBe(200);
  });

  test('sent again, it is the same one, with the caption that it brings now', async () => {
    const fileId = `file_${randomUUID()}`;
    const first = await put({ fileId });
    const before = await kept();
    const again = await put({ fileId, more: { caption: 'The desk' } });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual({ ...first.body, caption: 'The desk' });
    await expect.poll(kept).toBe(before);
    expect((await ofInterview()).held).toHaveLength(1);
  });

  test('sent twice at the same moment, it is stored once and leaves nothing behind', async () => {
    const before = await kept();
    const fileId = `file_${randomUUID()}`;
    const answers = await Promise.all([put({ fileId }), put({ fileId }), put({ fileId })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(await kept()).toBe(before + 2);
  });

  test('a caption that was overtaken on its way is not taken', async () => {
    const fileId = `file_${randomUUID()}`;
    const captioned = async (caption: string, captionEdit: number) =>
      (await put({ fileId, more: { caption, captionEdit } })).body.caption;
    expect(await captioned('first', 0)).toBe('first');
    expect(await captioned('third', 2)).toBe('third');
    expect(await captioned('second', 1)).toBe('third');
    expect(await captioned('', 3)).toBe('');
    expect(await captioned('third', 2)).toBe('');
    const late = await put({ fileId, more: { caption: 'second', captionEdit: 1 } });
    expect(late.body.captionEdit).toBe(3);
  });

  test('its caption can be changed alone, by whoever took it', async () => {
    await respond();
    const { fileId, digest } = (await put()).body;
    const change = (captionEdit: number, who: PersonName = 'connie') =>
      server.as(who)('PATCH', `/api/evidence/${fileId}`, { caption: ' The desk ', captionEdit });
    const { status, body } = await change(2);
    expect([status, body.caption, body.captionEdit, body.digest]).toEqual([
      ...[200, 'The desk', 2, digest],
    ]);
    expect((await put({ fileId, more: { caption: 'older', captionEdit: 1 } })).body.caption).toBe(
      'The desk',
    );
    expect((await change(3, 'asa')).status).toBe(403);
    expect((await change(3, 'cole')).status).toBe(404);
    expect((await change(-1)).body.errors).toMatchObject([{ path: 'captionEdit' }]);
    await remove(fileId, 'connie');
    expect((await change(3)).status).toBe(410);
  });

  test('other bytes under its name are refused, and so is what was damaged', async () => {
    const fileId = `file_${randomUUID()}`;
    await put({ fileId });
    const other = await put({ fileId, bytes: aJpeg('another lobby') });
    expect([other.status, other.body.type]).toEqual([409, '/problems/same-key-other-content']);
    const damaged = await put({ headers: { 'x-envelope-digest': '0'.repeat(64) } });
    expect([damaged.status, damaged.body.type]).toEqual([400, '/problems/malformed-request']);
    expect((await ofInterview()).held).toHaveLength(1);
  });
});

describe('whatever became of the interview', () => {
  test('its hotel gone, or no longer assigned', async () => {
    await respond();
    await server.as('alice')('PATCH', `/api/hotels/${hotel.id}`, { serviceConsultantId: null });
    expect((await put()).status).toBe(201);
    await server.as('alice')('DELETE', `/api/hotels/${hotel.id}`);
    expect((await put()).status).toBe(201);
    expect((await ofInterview()).held).toHaveLength(2);
    // The people who may read the response, which has no hotel any more, may read its files.
    expect((await ofInterview('asa')).held).toHaveLength(2);
    expect((await ofInterview('cole')).held).toHaveLength(0);
  });

  test('not known: it is its sender’s, and listed for Admins', async () => {
    const { body } = await put();
    expect((await ofInterview('asa')).held).toEqual([]);
    const { evidence, total } = (await get('/api/evidence/unplaced', 'alice')).body;
    expect(evidence[0].fileId).toBe(body.fileId);
    expect(total).toBeGreaterThanOrEqual(evidence.length > 49 ? 50 : evidence.length);
    await respond();
    expect((await ofInterview('asa')).held).toHaveLength(1);
    const left = (await get('/api/evidence/unplaced', 'alice')).body.evidence;
    expect(left.map(({ fileId }: { fileId: string }) => fileId)).not.toContain(body.fileId);
  });

  test('somebody else’s, at a hotel not theirs: kept, and not shown with it', async () => {
    await respond();
    const { status, body } = await put({}, 'cole');
    expect(status).toBe(201);
    expect((await ofInterview()).held).toEqual([]);
    expect((await ofInterview('cole')).held).toHaveLength(1);
    expect((await ofInterview('cole')).missing).toEqual([]);
    expect((await get(`/api/hotels/${hotel.id}/evidence`)).body.total).toBe(0);
    expect((await get(`/api/evidence/${body.fileId}`)).status).toBe(404);
    const { evidence } = (await get('/api/evidence/unplaced', 'alice')).body;
    expect(evidence[0].fileId).toBe(body.fileId);
  });

  test('what has not arrived is told, and which devices may have it', async () => {
    const { token } = (
      await server.as('connie')('POST', '/api/devices', undefined, {
        'user-agent': 'Mozilla/5.0 (iPad; CPU OS 18_0) Version/18.0 Safari/605',
      })
    ).body;
    const files = ['file_here', 'file_there', 'file_gone', 'file_never'].map((id) => ({
      ...{ fileId: `${id}_${interview}`, questionId: question(), kind: 'photo' },
      ...{ digest: 'a'.repeat(64), size: 9 },
    }));
    await respond({ files });
    for (const [place] of [[0], [2]]) await put({ fileId: files[place!]!.fileId });
    await remove(files[2]!.fileId, 'connie');
    await remove(files[3]!.fileId, 'connie');
    // Only the person who took a file can end the waiting for it.
    await remove(files[1]!.fileId, 'asa');
    const report = (left: object[]) =>
      server.as('nobody')('POST', '/api/devices/report', { token, waiting: 0, files: left });
    await report([{ interview, count: 1 }]);
    const missing = [{ fileId: files[1]!.fileId, questionId: question(), kind: 'photo' }];
    expect(await ofInterview('asa')).toMatchObject({
      ...{ missing, waitsOn: ['Connie Consultant’s Safari on iPad'] },
      held: [{ fileId: files[0]!.fileId }],
    });
    expect(await ofInterview('cole')).toEqual({ held: [], missing: [], waitsOn: [] });
    await report([]);
    expect((await ofInterview('asa')).waitsOn).toEqual([]);
  });
});

test('a hotel’s page has its files, the latest first, with their questions', async () => {
  const response = await respond();
  const first = await put({ more: { caption: 'one' } });
  const second = await put({ question: survey.questions[1]!.id, more: { caption: 'two' } });
  const { body } = await get(`/api/hotels/${hotel.id}/evidence`);
  expect(body.total).toBe(2);
  expect(body.evidence).toMatchObject([
    { fileId: second.body.fileId, questionText: 'Question 2', responseId: response.id },
    { fileId: first.body.fileId, questionText: 'Question 1', completedAt: response.completedAt },
  ]);
  expect((await get(`/api/hotels/${hotel.id}/evidence?page=2`)).body).toEqual({
    total: 2,
    evidence: [],
  });
  expect((await get(`/api/hotels/${hotel.id}/evidence`, 'cole')).status).toBe(404);
});

describe('deleting a file', () => {
  test('is for whoever took it, and for Admins with a reason; and the bytes go', async () => {
    await respond();
    const before = await kept();
    const { fileId } = (await put()).body;
    expect(await kept()).toBe(before + 2);
    expect((await remove(fileId, 'asa')).status).toBe(403);
    // For someone who may not read it, it is as if there were no such file. It stays.
    expect((await remove(fileId, 'cole')).status).toBe(200);
    expect((await get(`/api/evidence/${fileId}`)).status).toBe(200);
    const without = await remove(fileId, 'alice');
    expect([without.status, without.body.errors[0].path]).toEqual([400, 'reason']);
    const receipt = { status: 200, body: { fileId, isDeleted: true } };
    expect(await remove(fileId, 'alice', { reason: 'It shows a guest' })).toMatchObject(receipt);
    expect(await remove(fileId, 'connie')).toMatchObject(receipt);
    await expect.poll(kept).toBe(before);
    expect((await get(`/api/evidence/${fileId}`)).status).toBe(404);
    const again = await put({ fileId });
    expect([again.status, again.body.type]).toEqual([410, '/problems/gone']);
    await expect.poll(kept).toBe(before);
  });

  test('of one’s own needs no reason', async () => {
    const { fileId } = (await put()).body;
    expect((await remove(fileId, 'connie')).body).toEqual({ fileId, isDeleted: true });
  });

  test('before it arrives holds for whoever deleted it, and for nobody else', async () => {
    const [before, fileId, imported] = [await kept(), `file_${randomUUID()}`, randomUUID()];
    const removals = [await remove(fileId, 'connie'), await remove(fileId, 'connie')];
    for (const { body } of removals) expect(body).toEqual({ fileId, isDeleted: true });
    const late = await put({ fileId });
    expect([late.status, late.body.detail]).toEqual([
      410,
      'This file was deleted before it arrived.',
    ]);
    await expect.poll(kept).toBe(before);
    await remove(imported, 'connie');
    const owner = { owner: server.idOf('connie') };
    expect((await put({ fileId: imported, more: owner }, 'alice')).status).toBe(410);
    // Asa read the file's name in the response, but cannot use it to block Connie's file.
    const planted = `file_${randomUUID()}`;
    await remove(planted, 'asa');
    expect((await put({ fileId: planted })).status).toBe(201);
  });

  test('before it arrives is remembered for a thousand files of a person', async () => {
    const id = server.idOf('cole');
    const mine = () =>
      server.db.selectFrom('earlyDeletions').select('fileId').where('userId', '=', id).execute();
    const old = Array.from({ length: 1_005 }, (_, n) => ({
      ...{ userId: id, fileId: `old_${n}` },
      deletedAt: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
    }));
    await server.db.insertInto('earlyDeletions').values(old).execute();
    await remove('file_new_one', 'cole');
    await remove('file_new_one', 'cole');
    const names = (await mine()).map(({ fileId }) => fileId);
    expect([names.length, names.includes('file_new_one')]).toEqual([1_000, true]);
    expect([names.includes('old_1004'), names.includes('old_5')]).toEqual([true, false]);
  });

  test('sent at the moment in which the file arrives leaves none', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const fileId = `file_${randomUUID()}`;
      const [, deleted] = await Promise.all([put({ fileId }), remove(fileId, 'connie')]);
      expect(deleted.status).toBe(200);
      expect((await get(`/api/evidence/${fileId}`)).status).toBe(404);
    }
  });

  test('comes with its response, and what arrives later is refused', async () => {
    const before = await kept();
    const { id } = await respond();
    const { fileId } = (await put()).body;
    expect((await server.as('connie')('DELETE', `/api/responses/${id}`)).status).toBe(204);
    await expect.poll(kept).toBe(before);
    expect((await get(`/api/evidence/${fileId}`, 'alice')).status).toBe(404);
    const late = await put();
    expect([late.status, late.body.detail]).toEqual([
      410,
      'The response that this file belongs to was deleted.',
    ]);
    await expect.poll(kept).toBe(before);
  });
});

describe('no more than the limits', () => {
  test('of a question, of which the sender is told in words', async () => {
    for (let n = 0; n < evidenceLimits.photosOfQuestion; n += 1) await put();
    const before = await kept();
    const { status, body } = await put();
    expect(status).toBe(400);
    expect(body.detail).toMatch(/^This question has 8 photos on the server and takes no more\./);
    await expect.poll(kept).toBe(before);
    expect((await put({ question: survey.questions[1]!.id })).status).toBe(201);
  });

  test('of which files of somebody who does not see the hotel take nothing', async () => {
    await respond();
    for (let n = 0; n < evidenceLimits.photosOfQuestion; n += 1) await put({}, 'cole');
    expect((await put({}, 'cole')).status).toBe(400);
    expect((await put()).status).toBe(201);
  });

  test('of an interview, also when they come at once', async () => {
    const signature = { kind: 'signature', name: 'signature.png', bytes: aPng(), thumbnail: null };
    const sent = await Promise.all([1, 2, 3].map(() => put(signature)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 400]);
  });
});

describe('the files of a device that an Admin imports', () => {
  test('are filed under whoever held the interview, once', async () => {
    await respond();
    const more = { owner: server.idOf('asa') };
    const fileId = `file_${randomUUID()}`;
    expect((await put({ fileId, more }, 'alice')).body.takenBy).toBe(people.connie.name);
    const again = await put({ fileId, more: { ...more, caption: 'older' } }, 'alice');
    expect([again.status, again.body.caption]).toEqual([200, '']);
    expect((await put({ fileId })).status).toBe(200);
    expect((await put({ more })).status).toBe(403);
  });

  test('or, of an interview that the Admin took over, under whoever took them', async () => {
    const start = { clientId: interview, surveyId: survey.id, edition: survey.edition };
    const of = { respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' };
    const begun = { ...start, ...of, hotelId: hotel.id };
    expect((await server.as('alice')('POST', '/api/interview-sessions', begun)).status).toBe(201);
    const fileId = `file_${randomUUID()}`;
    const owner = { owner: server.idOf('connie') };
    const send = (more: object = {}) => put({ fileId, more: { ...owner, ...more } }, 'alice');
    expect((await send()).body).toMatchObject({ takenBy: people.connie.name, caption: '' });
    // The Admin continues the interview, and may caption what is in it.
    const captioned = await send({ caption: 'The desk', captionEdit: 1 });
    expect([captioned.status, captioned.body.caption]).toEqual([200, 'The desk']);
    const older = await send({ caption: 'Older', captionEdit: 1 });
    expect(older.body.caption).toBe('The desk');
  });

  test('one that the Admin removed before it arrived is refused', async () => {
    const fileId = `file_${randomUUID()}`;
    expect((await remove(fileId, 'alice', { reason: 'Blurred' })).status).toBe(200);
    const owner = { owner: server.idOf('connie') };
    expect((await put({ fileId, more: owner }, 'alice')).status).toBe(410);
  });

  test('or under whom the file names, also when their account is gone', async () => {
    const as = (owner: number) => put({ more: { owner } }, 'alice');
    expect((await as(server.idOf('asa'))).body.takenBy).toBe(people.asa.name);
    expect((await as(2_000_000_000)).body.errors).toMatchObject([{ path: 'owner' }]);
  });
});

test('who took a file stays told when their account is gone', async () => {
  const { fileId } = (await put()).body;
  const { roleId } = await server.db
    .selectFrom('systemUsers')
    .select('roleId')
    .where('id', '=', server.idOf('asa'))
    .executeTakeFirstOrThrow();
  const { body } = await server.as('alice')('POST', '/api/system-users', {
    ...{ name: 'Lea Left', email: `lea${randomUUID()}@hotel.example`, mobileNumber: '1', roleId },
  });
  await server.db
    .updateTable('evidence')
    .set({ takenById: body.id, takenBy: 'Lea Left' })
    .where('fileId', '=', fileId)
    .execute();
  expect((await server.as('alice')('DELETE', `/api/system-users/${body.id}`)).status).toBe(204);
  expect((await ofInterview('alice')).held).toMatchObject([
    { takenBy: 'Lea Left', takenById: null },
  ]);
});

test('a record whose bytes are missing says so', async () => {
  const { fileId } = (await put()).body;
  const { storeName } = await server.db
    .selectFrom('evidence')
    .select('storeName')
    .where('fileId', '=', fileId)
    .executeTakeFirstOrThrow();
  await rm(join(server.deps.config.dataDir, 'documents', storeName));
  expect((await get(`/api/evidence/${fileId}`)).status).toBe(404);
});
