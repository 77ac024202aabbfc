import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';

import { manifestSchema } from '#server/backup/manifest.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';

import { threeOptions } from './build.ts';
import { holdInterview, makeHotel, syncWith, whole } from './held-interviews.ts';
import { makeLoadSurvey, readStored, writeUntilCut, type RemoteCall } from './load.ts';
import { callWith, cookieFrom, startServerProcess } from './server-process.ts';

/** Runs `npm run backup` or `npm run restore` as package.json defines it. */
async function command(name: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  const script = `src/server/backup/run-${name}.ts`;
  const run = promisify(execFile)(process.execPath, [script, ...args], { env });
  return run.then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => {
      throw new Error(error.stderr);
    },
  );
}

const readManifest = async (folder: string) =>
  manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));

/** Adds a question in the office, which makes a new edition. */
async function addQuestion(call: RemoteCall, surveyId: number, text: string): Promise<number> {
  const question = { surveyId, text, type: 'radio', answers: threeOptions };
  expect((await call('POST', '/api/questions', question)).status).toBe(201);
  return (await call('GET', `/api/surveys/${surveyId}/with-questions`)).body.edition;
}

async function uploadDocument(address: string, cookie: string, hotelId: number, words: string) {
  const form = new FormData();
  form.append('file', new Blob([`%PDF-1.4\n% ${words}\n%%EOF\n`]), `${words}.pdf`);
  const path = `/api/hotels/${hotelId}/evaluation-documents`;
  const answer = await fetch(address + path, { method: 'POST', headers: { cookie }, body: form });
  expect(answer.status).toBe(201);
}

/**
 * The restore drill: a backup of a server under load, restored elsewhere, has everything that was
 * acknowledged before it. A device then brings back what came later, once.
 */
test('a backup taken under load comes back whole, and devices bring the rest', async () => {
  const home = await mkdtemp(join(tmpdir(), 'bellwether-drill-'));
  const [lost, found, backup, again] = ['lost', 'found', 'backup', 'again'].map((name) =>
    join(home, name),
  ) as [string, string, string, string];
  const device = new OfflineDatabase(1);
  try {
    const first = await startServerProcess(lost);
    const cookie = await cookieFrom(first.address);
    const call = callWith(first.address, cookie);
    const survey = await makeLoadSurvey(call);
    const hotel = await makeHotel(call);
    await uploadDocument(first.address, cookie, hotel.id, 'arrival');
    await uploadDocument(first.address, cookie, hotel.id, 'departure');
    const before = await holdInterview(device, survey.id, hotel.id, call);
    const removed = await holdInterview(device, survey.id, hotel.id, call);
    expect(await syncWith(device, first.address, cookie)).toEqual(whole(2));

    const acknowledged = new Map<string, number>();
    let mayGoOn = true;
    const writing = [0, 1, 2].map((writer) =>
      writeUntilCut(call, survey, `drill_${writer}`, acknowledged, () => mayGoOn),
    );
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(20);
    const certain = new Map(acknowledged);
    expect(await command('backup', lost, backup)).toContain(backup);
    const sizeAtBackup = acknowledged.size;
    expect(sizeAtBackup).toBeGreaterThan(certain.size);
    mayGoOn = false;
    expect(await Promise.all(writing)).toEqual([null, null, null]);
    const after = await holdInterview(device, survey.id, hotel.id, call);
    expect(await syncWith(device, first.address, cookie)).toEqual(whole(1));
    // Things that the backup does not have: a hotel, an edition, and interviews of both.
    const newHotel = await makeHotel(call, 'D00002', 'Pier House');
    const atNewHotel = await holdInterview(device, survey.id, newHotel.id, call);
    const newEdition = await addQuestion(call, survey.id, 'How was the pier?');
    const ofNewEdition = await holdInterview(device, survey.id, hotel.id, call);
    expect(await syncWith(device, first.address, cookie)).toEqual(whole(2));
    // Something that the backup has, and an Admin deletes afterwards.
    const receipt = (await device.receipts.get(removed))!;
    expect((await call('DELETE', `/api/responses/${receipt.responseId}`)).status).toBe(204);
    const deletions = join(lost, 'deletions.jsonl');
    await expect.poll(() => readFile(deletions, 'utf8').catch(() => '')).toContain(removed);
    const oldEpoch = (await call('GET', '/api/health')).body.epoch;
    await first.killNow();

    expect(await command('restore', found, backup, '--check')).toMatch(/is whole/);
    expect(await command('restore', found, backup, '--deletions', deletions)).toMatch(
      /1 are listed/,
    );
    await expect(command('restore', found, backup)).rejects.toThrow(/installation already/);
    // A new backup of the restored server must equal the first one to the last byte.
    await command('backup', found, again);
    const [kept, restored] = [await readManifest(backup), await readManifest(again)];
    // Except for what marks it as restored, which `take-backup.test.ts` checks.
    const told = ['installation', 'auth_sessions', 'survey_editions'];
    const contents = (manifest: typeof kept) =>
      manifest.tables
        .filter(({ name }) => !told.includes(name))
        .map(({ sequences, ...content }) => content);
    expect(contents(restored)).toEqual(contents(kept));
    expect(contents(kept).length).toBeGreaterThan(12);
    expect(restored.documents).toEqual(kept.documents);
    expect(kept.documents.length).toBeGreaterThan(1);
    expect(await readdir(join(found, 'documents'))).toEqual(kept.documents.map(({ name }) => name));
    expect(kept.epoch).toBe(oldEpoch);
    expect(restored.epoch).not.toBe(oldEpoch);

    const second = await startServerProcess(found);
    // Nobody is signed in any more, so the device waits and keeps everything.
    const unsent = (await device.receipts.toArray()).map(({ clientId }) => clientId);
    expect(await syncWith(device, second.address, cookie)).toEqual({
      ...{ synced: 0, stopped: 'sign-in', pendingOnServer: null, problem: null },
    });
    expect((await device.receipts.toArray()).map(({ clientId }) => clientId)).toEqual(unsent);
    const newCookie = await cookieFrom(second.address);
    const newCall = callWith(second.address, newCookie);
    // Before the device syncs, the office creates other records of the same kinds.
    const other = await makeHotel(newCall, 'D00003', 'Another House');
    expect(other.id).toBeGreaterThan(newHotel.id + 1_000);
    const otherEdition = await addQuestion(newCall, survey.id, 'How was the parking?');
    expect(otherEdition).toBeGreaterThan(newEdition + 100);
    const stored = await readStored(newCall);
    expect([...certain].filter(([id, score]) => stored.get(id) !== score)).toEqual([]);
    expect(stored.has(before)).toBe(true);
    expect(stored.has(after)).toBe(false);
    expect(stored.has(removed)).toBe(false);
    expect(await syncWith(device, second.address, newCookie)).toEqual(whole(4));
    const complete = await readStored(newCall);
    expect(complete.has(after)).toBe(true);
    expect(complete.has(removed)).toBe(false);
    expect(complete.size).toBe(stored.size + 3);
    // The response of the lost hotel waits until somebody says which hotel it belongs to.
    const { body: responses } = await newCall('GET', '/api/responses');
    const reviewed = ['survey-changed', 'hotel-unknown'];
    expect(
      responses.find((one: { clientId: string }) => one.clientId === atNewHotel),
    ).toMatchObject({ hotelId: null, hotelName: 'Harbour House', reviewReasons: reviewed });
    // The device brought the lost edition back, and reviewers are told so.
    expect(
      responses.find((one: { clientId: string }) => one.clientId === ofNewEdition),
    ).toMatchObject({
      edition: newEdition,
      reviewReasons: ['edition-from-device', 'survey-changed'],
    });
    // The device has deleted what was deleted on purpose.
    expect(await device.envelopes.toArray()).toEqual([]);
    expect(await device.receipts.get(removed)).toBeUndefined();
    expect(await second.stop()).toBe(0);

    // A missing document makes the backup fail after it is finished, and every check of it too.
    const missing = kept.documents[0]!.name;
    await rm(join(found, 'documents', missing));
    const named = `These documents were missing from the store, and so are from the backup:\n  ${missing}\n`;
    await expect(command('backup', found)).rejects.toThrow(named);
    const [incomplete = ''] = await readdir(join(found, 'backups'));
    expect(incomplete).toMatch(/^bellwether-[\dTZ-]+$/);
    const checked = command('restore', found, join(found, 'backups', incomplete), '--check');
    await expect(checked).rejects.toThrow(`is undamaged, but not whole. ${named}`);

    await appendFile(join(backup, 'documents', kept.documents[0]!.name), 'x');
    await rm(join(backup, 'tables', 'hotels.copy.gz'));
    const damaged = command('restore', join(home, 'third'), backup, '--check');
    await expect(damaged).rejects.toThrow(
      `This backup is damaged:\n  tables/hotels.copy.gz\n  documents/${kept.documents[0]!.name}\n`,
    );
  } finally {
    device.close();
    await rm(home, { recursive: true, force: true });
  }
}, 180_000);
