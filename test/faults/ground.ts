import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { editionSchema, type Edition } from '#domain/surveys/edition.ts';
import { repeatDeletions } from '#server/backup/deletions.ts';
import type { Connection } from '#server/db/connection/connect.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { copyTemplate } from '#test/database/template.ts';
import { startServerProcess } from '#test/server-process.ts';
import { openTestApp } from '#test/test-app.ts';
import type { Bug } from './plant.ts';
import { choiceQuestions } from './schedule.ts';

const plantedServer = fileURLToPath(new URL('planted-server.ts', import.meta.url));

/** What schedules are played on: a server process that can be killed, and its database. */
export type Ground = {
  db: Db;
  edition: Edition;
  hotelId: number;
  /** Returns the server's address once it is running. */
  server: () => Promise<string>;
  /** Creates a person who can hold interviews at the hotel. */
  addPerson: () => Promise<number>;
  /** Creates a hotel that only this person sees. */
  addHotel: (userId: number) => Promise<number>;
  /** Changes a hotel as somebody in the office would. */
  changeHotel: (hotelId: number, change: object) => Promise<void>;
  /** Signs the person in on a device of their own. Returns the cookie. */
  signIn: (userId: number) => Promise<string>;
  /** Deactivates the person's account, or activates it again, as an Admin. */
  setActive: (userId: number, isActive: boolean) => Promise<void>;
  /** Deletes the response, as an Admin. */
  deleteResponse: (clientId: string) => Promise<void>;
  /** Returns the response to its sender with a remark, as an Assessor. */
  returnResponse: (clientId: string) => Promise<void>;
  /** Approves the round of the response, as an Assessor. */
  approveRound: (clientId: string) => Promise<void>;
  /** Sets the server back to a time before it knew these interviews, exit plans and files. */
  restore: (clientIds: readonly string[], fileIds: readonly string[]) => Promise<void>;
  /** Ends the server like a power cut. Another server takes its place. */
  killServer: () => Promise<void>;
  /** Ends every database process that works for the server, as an operator or a restart would. */
  cutDatabase: () => Promise<void>;
  /** Returns whether the database holds anything of this response. */
  isStored: (clientId: string) => Promise<boolean>;
  /** Returns the files that the server has of an interview, with their bytes. */
  filesOf: (interviewId: string) => Promise<{ kind: string; caption: string; bytes: Buffer }[]>;
  /** Returns the exit plans with this client id: what will be done, and the first signature. */
  plansOf: (clientId: string) => Promise<{ what: string[]; assessorFile: string | null }[]>;
  /** Returns whether the server has the interview, under way or ended. */
  isUnderWay: (clientId: string) => Promise<boolean>;
  close: () => Promise<void>;
};

export async function openGround(cluster: Connection, bug?: Bug['server']): Promise<Ground> {
  const database = await copyTemplate(cluster);
  const app = await openTestApp({ database });
  const { db } = app;
  const survey = await aSurvey(app, { choices: choiceQuestions, allowNa: true });
  const path = `/api/surveys/${survey.id}/editions/${survey.edition}`;
  const edition = editionSchema.parse((await app.as('asa')('GET', path)).body);
  const hotel = await aHotel(app);
  if (bug === 'no unique key')
    await database.pool.query('alter table responses drop constraint responses_client_id_unique');

  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-faults-'));
  const program = bug ? [plantedServer, bug] : undefined;
  let started = 0;
  const start = () => {
    started += 1;
    const name = `served ${started}`;
    const url = new URL(database.url);
    url.searchParams.set('application_name', name);
    const running = startServerProcess(dataDir, { DATABASE_URL: url.href }, program);
    return { name, process: running };
  };
  const find = (clientId: string) =>
    db
      .selectFrom('responses')
      .select(['id', 'roundId'])
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
  let running = start();
  // Keep a second server ready: after one kill more will follow, and a start takes most of a
  // second.
  const next: (typeof running)[] = [];
  return {
    db,
    edition,
    hotelId: hotel.id,
    addPerson: async () => {
      const { id } = await db
        .insertInto('systemUsers')
        .values((eb) => ({
          name: 'Faye Fault',
          email: `${randomUUID()}@hotel.example`,
          roleId: eb.selectFrom('userRoles').select('id').where('name', '=', 'Service Consultant'),
          mobileNumber: '+1 555 0100',
          passwordHash: 'none',
        }))
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('hotelAssignments').values({ userId: id, hotelId: hotel.id }).execute();
      return id;
    },
    addHotel: async (userId) => (await aHotel(app, { serviceConsultantId: userId })).id,
    changeHotel: async (hotelId, change) => {
      await app.as('asa')('PATCH', `/api/hotels/${hotelId}`, change);
    },
    signIn: async (userId) => `${sessionCookie}=${await beginSession(db, userId, 'faults')}`,
    setActive: async (userId, isActive) => {
      await app.as('alice')('PUT', `/api/system-users/${userId}/status`, { isActive });
    },
    deleteResponse: async (clientId) => {
      const stored = await db
        .selectFrom('responses')
        .select('id')
        .where('clientId', '=', clientId)
        .executeTakeFirst();
      if (stored) await app.as('alice')('DELETE', `/api/responses/${stored.id}`);
    },
    returnResponse: async (clientId) => {
      const { id } = await find(clientId);
      const remark = { clientId: `remark_${clientId}`, text: 'Please look again' };
      await app.as('asa')('POST', `/api/responses/${id}/remarks`, remark);
      const { status } = await app.as('asa')('POST', `/api/responses/${id}/return`);
      if (status !== 200) throw new Error(`The response was not returned: ${status}`);
    },
    approveRound: async (clientId) => {
      const { roundId } = await find(clientId);
      const { status } = await app.as('asa')('POST', `/api/rounds/${roundId}/approve`);
      if (status !== 200) throw new Error(`The round was not approved: ${status}`);
    },
    restore: async (clientIds, fileIds) => {
      await db
        .deleteFrom('evidence')
        .where('interview', 'in', [...clientIds, ''])
        .execute();
      for (const table of ['responses', 'interviewSessions', 'tombstones', 'exitPlans'] as const)
        await db
          .deleteFrom(table)
          .where('clientId', 'in', [...clientIds, ...fileIds, ''])
          .execute();
      await db
        .deleteFrom('earlyDeletions')
        .where('fileId', 'in', [...fileIds, ''])
        .execute();
      await database.pool.query('update installation set epoch = gen_random_uuid()');
      // Do what the start after a restore does: delete again what Admins deleted, and then what devices
      // deleted.
      await repeatDeletions(db, app.deps.config.dataDir);
      await repeatDeletions(db, dataDir);
    },
    server: async () => (await running.process).address,
    killServer: async () => {
      await (await running.process).killNow();
      running = next.shift() ?? start();
      while (next.length < 2) next.push(start());
    },
    cutDatabase: async () => {
      // With a time limit it waits until they have ended, so that nothing later meets a dying
      // process.
      await database.pool.query(
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [running.name],
      );
      await fetch(`${(await running.process).address}/api/health`);
    },
    isStored: async (clientId) => {
      const query = 'select from responses where client_id = $1';
      return (await database.pool.query(query, [clientId])).rows.length > 0;
    },
    filesOf: async (interviewId) => {
      const rows = await db
        .selectFrom('evidence')
        .select(['kind', 'caption', 'storeName'])
        .where('interview', '=', interviewId)
        .execute();
      return Promise.all(
        rows.map(async ({ kind, caption, storeName }) => ({
          ...{ kind, caption },
          bytes: await readFile(join(dataDir, 'documents', storeName)),
        })),
      );
    },
    plansOf: async (clientId) => {
      const plans = await db
        .selectFrom('exitPlans')
        .select(['id', 'assessorFile'])
        .where('clientId', '=', clientId)
        .execute();
      return Promise.all(
        plans.map(async ({ id, assessorFile }) => {
          const items = await db
            .selectFrom('exitPlanItems')
            .select('what')
            .where('planId', '=', id)
            .execute();
          return { assessorFile, what: items.map(({ what }) => what) };
        }),
      );
    },
    isUnderWay: async (clientId) => {
      const query = 'select from interview_sessions where client_id = $1';
      return (await database.pool.query(query, [clientId])).rows.length > 0;
    },
    close: async () => {
      await Promise.all([running, ...next].map(async (one) => (await one.process).killNow()));
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
