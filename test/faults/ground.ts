import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { editionSchema, type Edition } from '#domain/surveys/edition.ts';
import type { Connection } from '#server/db/connect.ts';
import type { Db } from '#server/db/transaction.ts';
import { beginSession, sessionCookie } from '#server/http/auth-sessions.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { copyTemplate } from '#test/database/template.ts';
import { startServerProcess, type ServerProcess } from '#test/server-process.ts';
import { openTestApp } from '#test/test-app.ts';
import type { Bug } from './plant.ts';
import { choiceQuestions } from './schedule.ts';

const plantedServer = fileURLToPath(new URL('planted-server.ts', import.meta.url));

/** What schedules are played on: a server process that can be killed, and what it keeps. */
export type Ground = {
  db: Db;
  edition: Edition;
  hotelId: number;
  /** Whoever holds the interviews, signed in. */
  userId: number;
  cookie: string;
  /** Where the server is, once it is there. */
  server: () => Promise<string>;
  /** Ends it as a power cut would. Another one is starting when this resolves. */
  killServer: () => Promise<void>;
  /** Is anything of this response in the database? */
  isStored: (clientId: string) => Promise<boolean>;
  close: () => Promise<void>;
};

export async function openGround(cluster: Connection, bug?: Bug['server']): Promise<Ground> {
  const database = await copyTemplate(cluster);
  const app = await openTestApp({ database });
  const { db } = app;
  const userId = app.idOf('connie');
  const survey = await aSurvey(app, { choices: choiceQuestions });
  const path = `/api/surveys/${survey.id}/editions/${survey.edition}`;
  const edition = editionSchema.parse((await app.as('connie')('GET', path)).body);
  const hotel = await aHotel(app, { serviceConsultantId: userId });
  if (bug === 'no unique key')
    await database.pool.query('alter table responses drop constraint responses_client_id_unique');

  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-faults-'));
  const program = bug ? [plantedServer, bug] : undefined;
  const start = () => startServerProcess(dataDir, { DATABASE_URL: database.url }, program);
  let running: Promise<ServerProcess> = start();
  return {
    db,
    edition,
    hotelId: hotel.id,
    userId,
    cookie: `${sessionCookie}=${await beginSession(db, userId, 'faults')}`,
    server: async () => (await running).address,
    killServer: async () => {
      await (await running).killNow();
      running = start();
    },
    isStored: async (clientId) => {
      const query = 'select from responses where client_id = $1';
      return (await database.pool.query(query, [clientId])).rows.length > 0;
    },
    close: async () => {
      await (await running).killNow();
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
