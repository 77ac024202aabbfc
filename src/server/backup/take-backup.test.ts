import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { checkRollUps } from '#server/background/check-roll-ups.ts';
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { openDatabase, type OpenDatabase } from '#server/db/connection/connect.ts';
import { folderStore, type DocumentStore } from '#server/files/document-store.ts';
import { s3Store } from '#server/files/s3-store.ts';
import { StartError } from '#server/start-error.ts';
import { aHotel, aSurvey, currentRound } from '#test/build.ts';
import { aLink } from '#test/contact.ts';
import { aJpeg, sendEvidence } from '#test/evidence.ts';
import { onDatabase } from '#test/database/template.ts';
import { startS3Server } from '#test/s3-server.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { checkBackup } from './check-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

let server: TestApp;
let home: string;
let hotelId: number;
const at = new Date('2026-03-31T09:00:00Z');

beforeAll(async () => {
  server = await openTestApp();
  home = await mkdtemp(join(tmpdir(), 'bellwether-backup-'));
  hotelId = (await aHotel(server)).id;
  for (const filePath of ['kept.pdf', 'deleted.pdf', 'missing.pdf'])
    await server.db
      .insertInto('evaluationDocuments')
      .values({
        hotelId,
        filePath,
        fileName: filePath,
        fileType: 'pdf',
        fileSize: 9,
        uploadedBy: 'Alice Admin',
        uploadedById: server.idOf('alice'),
      })
      .execute();
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true });
});

/** Creates a database without a single table. */
async function openEmptyDatabase(): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = (statement: string) => server.deps.pool.query(statement);
  await run(`create database ${name}`);
  const database = openDatabase(onDatabase(inject('connection'), name));
  return {
    ...database,
    close: async () => {
      await database.close();
      await run(`drop database ${name} with (force)`);
    },
  };
}

const restoreInto = async (database: OpenDatabase, folder: string, documents: DocumentStore) =>
  restoreBackup(
    { db: database.reports, pool: database.reportPool, documents, workFolder: join(home, 'work') },
    { folder, manifest: await checkBackup(folder) },
  );

test('what changes while it is taken is not in it, and a document deleted then does not come back', async () => {
  const documents: DocumentStore = {
    ...folderStore('/nowhere'),
    get: async (name) => {
      // The tables have been read by now.
      await aHotel(server);
      await server.db
        .deleteFrom('evaluationDocuments')
        .where('filePath', '=', 'deleted.pdf')
        .execute();
      return name === 'kept.pdf' ? Readable.from([Buffer.from('%PDF-1.4\n')]) : null;
    },
  };
  const folder = join(home, 'one');
  const source = { pool: server.deps.pool, documents };
  const manifest = await takeBackup(source, folder, at);
  expect(manifest.tables.find(({ name }) => name === 'hotels')?.rows).toBe(1);
  expect(manifest.documents.map(({ name }) => name)).toEqual(['kept.pdf']);
  expect(manifest.deletedMeanwhile).toEqual(['deleted.pdf']);
  expect(manifest.missing).toEqual(['missing.pdf']);
  expect((await checkBackup(folder)).missing).toEqual(['missing.pdf']);
  await expect(takeBackup(source, folder, at)).rejects.toThrow(/is there already/);

  const target = await openEmptyDatabase();
  await restoreInto(target, folder, folderStore(join(home, 'restored')));
  expect(await readdir(join(home, 'restored'))).toEqual(['kept.pdf']);
  const rows = await target.db
    .selectFrom('evaluationDocuments')
    .select('filePath')
    .orderBy('filePath')
    .execute();
  expect(rows.map(({ filePath }) => filePath)).toEqual(['kept.pdf', 'missing.pdf']);
  // Loading the assignments recorded no new ones (migration 15).
  const kept = manifest.tables.find((one) => one.name === 'assignment_history')?.rows;
  expect(kept).toBeGreaterThan(0);
  const { rows: history } = await target.pool.query('select from assignment_history');
  expect(history).toHaveLength(kept ?? 0);
  // The database makes the cards of the board again (docs/decisions/0092).
  const cardIn = ({ db }: Pick<OpenDatabase, 'db'>) =>
    db.selectFrom('hotels').select('boardCard').where('id', '=', hotelId).executeTakeFirstOrThrow();
  expect(await cardIn(target)).toEqual(await cardIn(server));
  // Ids were given meanwhile that the backup does not know. The next ones are far beyond them.
  expect((await aHotel({ db: target.db })).id).toBe(hotelId + 1_000_001);
  await target.close();
});

test('a restore brings back photos and their thumbnails, and none that was deleted meanwhile', async () => {
  const send = async (interview: string) => {
    const { body } = await sendEvidence(server, 'asa', { interview, question: 1 });
    return server.db
      .selectFrom('evidence')
      .select(['fileId', 'storeName', 'thumbnailName'])
      .where('fileId', '=', body.fileId)
      .executeTakeFirstOrThrow();
  };
  const kept = await send('offline_1_kept');
  const deleted = await send('offline_1_deleted');
  const store = folderStore(join(server.deps.config.dataDir, 'documents'));
  const documents: DocumentStore = {
    ...store,
    get: async (name) => {
      const { fileId } = deleted;
      await server.as('asa')('DELETE', `/api/evidence/${fileId}`);
      return store.get(name);
    },
  };
  const folder = join(home, 'photos');
  const manifest = await takeBackup({ pool: server.deps.pool, documents }, folder, at);
  const names = [kept.storeName, kept.thumbnailName ?? ''].toSorted();
  expect(manifest.documents.map(({ name }) => name).toSorted()).toEqual(names);
  expect(manifest.deletedMeanwhile).toEqual(
    expect.arrayContaining([deleted.storeName, deleted.thumbnailName]),
  );
  const target = await openEmptyDatabase();
  const restored = join(home, 'restored-photos');
  await restoreInto(target, folder, folderStore(restored));
  expect((await readFile(join(restored, kept.storeName))).equals(aJpeg())).toBe(true);
  expect((await readdir(restored)).toSorted()).toEqual(names);
  const rows = await target.db.selectFrom('evidence').select('fileId').execute();
  expect(rows).toEqual([{ fileId: kept.fileId }]);
  await target.close();
});

test('abandoned interviews come back with the brand that their hotel had then, also of a deleted hotel', async () => {
  const moved = await aHotel(server, { hotelBrand: 'Before' });
  const gone = await aHotel(server, { hotelBrand: 'Gone' });
  await sql`insert into tombstones (kind, client_id, hotel_id, began_at)
    values ('session', 'moved', ${moved.id}, now()), ('session', 'gone', ${gone.id}, now())`.execute(
    server.db,
  );
  await sql`update hotels set hotel_brand = 'After' where id = ${moved.id}`.execute(server.db);
  await sql`delete from hotels where id = ${gone.id}`.execute(server.db);
  const folder = join(home, 'brands');
  const documents = folderStore(join(home, 'of-brands'));
  await takeBackup({ pool: server.deps.pool, documents }, folder, at);

  const target = await openEmptyDatabase();
  await restoreInto(target, folder, documents);
  const { rows } = await target.pool.query(
    "select client_id, hotel_brand from tombstones where client_id in ('moved', 'gone') order by 1",
  );
  expect(rows).toEqual([
    { client_id: 'gone', hotel_brand: 'Gone' },
    { client_id: 'moved', hotel_brand: 'Before' },
  ]);
  await target.close();
});

test('a restore signs everybody out, revokes all links, and leaves no number that devices hold to something else', async () => {
  await aSurvey(server);
  const { id: hotelId } = await aHotel(server);
  await aLink(server, { hotelId, roundId: await currentRound(server, hotelId) });
  const sequences = sql<{ name: string; last: number }>`
    select sequencename::text as name, coalesce(last_value, 0)::int as last
    from pg_sequences where schemaname = current_schema() order by 1`;
  const editions = sql<{ surveyId: number; number: number }>`
    select survey.id as "surveyId", coalesce(max(number), 0) as number
    from surveys survey left join survey_editions on survey_id = survey.id group by 1 order by 1`;
  const [numbered, edited] = [
    await sequences.execute(server.db),
    await editions.execute(server.db),
  ];
  expect(numbered.rows.length).toBeGreaterThan(8);
  expect(edited.rows.length).toBeGreaterThan(0);
  const folder = join(home, 'numbers');
  await takeBackup({ pool: server.deps.pool, documents: folderStore(home) }, folder, at);
  const target = await openEmptyDatabase();
  await restoreInto(target, folder, folderStore(home));
  expect((await sequences.execute(target.db)).rows).toEqual(
    numbered.rows.map(({ name, last }) => ({ name, last: last + 1_000_000 })),
  );
  expect((await editions.execute(target.db)).rows).toEqual(
    edited.rows.map(({ surveyId, number }) => ({ surveyId, number: number + 1_000 })),
  );
  const { rows: sessions } = await sql`select from auth_sessions`.execute(target.db);
  expect(sessions).toEqual([]);
  const { rows: links } = await sql<{ isRevoked: boolean }>`
    select revoked_at is not null as is_revoked from contact_links`.execute(target.db);
  expect(links).toEqual([{ isRevoked: true }]);
  await target.close();
});

test('from bucket to bucket: documents come back, and no copy of them stays behind', async () => {
  const [from, to] = [await startS3Server(), await startS3Server()];
  from.objects.set('kept.pdf', Buffer.from('%PDF-1.4\n'));
  const folder = join(home, 'bucket');
  await takeBackup({ pool: server.deps.pool, documents: s3Store(from.settings) }, folder, at);
  const target = await openEmptyDatabase();
  await restoreInto(target, folder, s3Store(to.settings));
  expect(to.objects).toEqual(from.objects);
  expect(await readdir(join(home, 'work'))).toEqual([]);
  await target.close();
  await Promise.all([from.close(), to.close()]);
});

test('a backup that fails leaves nothing, and the next one clears what was cut off long ago', async () => {
  const place = join(home, 'failing');
  const fails: DocumentStore = {
    ...folderStore(home),
    get: () => Promise.reject(new Error('The storage is away')),
  };
  const take = (documents: DocumentStore, name: string) =>
    takeBackup({ pool: server.deps.pool, documents }, join(place, name), new Date());
  await expect(take(fails, 'bellwether-1')).rejects.toThrow('The storage is away');
  expect(await readdir(place)).toEqual([]);

  const others = ['bellwether-old.unfinished', 'bellwether-new.unfinished', 'of-others.unfinished'];
  for (const name of others) {
    await mkdir(join(place, name));
    if (!name.includes('new')) await utimes(join(place, name), new Date(0), new Date(0));
  }
  await take(folderStore(home), 'bellwether-2');
  expect((await readdir(place)).toSorted()).toEqual(['bellwether-2', ...others.slice(1)]);
});

test('a place where nothing can be written is told in one line', async () => {
  const place = join(home, 'a file');
  await writeFile(place, '');
  const source = { pool: server.deps.pool, documents: folderStore(home) };
  const taken = takeBackup(source, join(place, 'backup'), at);
  await expect(taken).rejects.toThrow(StartError);
  await expect(taken).rejects.toThrow(
    `Nothing can be written in ${place} (ENOTDIR). Name another place: npm run backup -- <folder>`,
  );
});

test('a full disk is told with the folder, and leaves nothing', async () => {
  const folder = join(home, 'too-large');
  const noRoom = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const documents: DocumentStore = {
    ...folderStore(home),
    get: async () => Readable.from([]).destroy(noRoom),
  };
  const taken = takeBackup({ pool: server.deps.pool, documents }, folder, at);
  await expect(taken).rejects.toThrow(StartError);
  await expect(taken).rejects.toThrow(`The disk has no room for the backup ${folder} (ENOSPC).`);
  expect((await readdir(home)).filter((name) => name.startsWith('too-large'))).toEqual([]);
});

test('a full disk is told by a restore too, which can be repeated', async () => {
  const folder = join(home, 'one');
  const noRoom = Object.assign(new Error('ENOSPC: no space left on device, copyfile'), {
    code: 'ENOSPC',
  });
  const documents: DocumentStore = {
    ...folderStore(home),
    put: async () => {
      throw noRoom;
    },
  };
  const target = await openEmptyDatabase();
  const restored = restoreInto(target, folder, documents);
  await expect(restored).rejects.toThrow(StartError);
  await expect(restored).rejects.toThrow('has no room for the documents of the backup (ENOSPC).');
  expect(await readdir(join(home, 'work'))).toEqual([]);
  await restoreInto(target, folder, folderStore(join(home, 'repeated')));
  expect(await readdir(join(home, 'repeated'))).toEqual(['kept.pdf']);
  await target.close();
});

test('an installation is never overwritten', async () => {
  const folder = join(home, 'one');
  const full: OpenDatabase = {
    ...openDatabase(inject('connection')),
    ...server.deps,
    reportPool: server.deps.pool,
  };
  await expect(restoreInto(full, folder, folderStore(home))).rejects.toThrow(
    /There is an installation already/,
  );
});

test('a backup of a newer version, and what is none, are refused before any database is opened', async () => {
  const path = join(home, 'one', 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const migrations = [...manifest.migrations, '9999-tomorrow'];
  await writeFile(path, JSON.stringify({ ...manifest, migrations }));
  await expect(checkBackup(join(home, 'one'))).rejects.toThrow(
    'This backup is of a newer version (9999-tomorrow)',
  );
  await expect(checkBackup(home)).rejects.toThrow(/is no backup/);
});

test('sums of closed days are left out, and made again of what came back', async () => {
  const survey = await aSurvey(server);
  for (const [n, day] of ['2026-01-15', '2026-01-16'].entries()) {
    const { status } = await server.as('asa')('POST', '/api/responses', {
      ...{ clientId: `offline_${n}_sums`, surveyId: survey.id, edition: survey.edition, hotelId },
      ...{ respondentName: 'Rosa', respondentJobTitle: 'Front desk', responseAnswers: [] },
      completedAt: `${day}T12:00:00Z`,
    });
    expect(status).toBe(201);
  }
  await makeRollUps(server.db, new AbortController().signal);
  await server.db.deleteFrom('responses').where('clientId', '=', 'offline_1_sums').execute();
  const folder = join(home, 'with-sums');
  const documents = folderStore(join(home, 'sums-documents'));
  const { tables } = await takeBackup({ pool: server.deps.pool, documents }, folder, at);
  expect(tables.filter(({ name }) => name.startsWith('rolled'))).toEqual([]);
  const restored = await openEmptyDatabase();
  try {
    await restoreInto(restored, folder, documents);
    const count = async (table: 'rolledDays' | 'rolledChanges') =>
      (await restored.db.selectFrom(table).select('day').execute()).length;
    expect([await count('rolledDays'), await count('rolledChanges')]).toEqual([0, 0]);
    await makeRollUps(restored.db, new AbortController().signal);
    expect(await checkRollUps(restored.db)).toEqual({ compared: 2, wrong: [] });
  } finally {
    await restored.close();
  }
});
