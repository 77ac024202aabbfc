import { rm } from 'node:fs/promises';

import { openDatabase, type Connection } from '#server/db/connection/connect.ts';
import { startPostgres } from '#server/embedded/start-postgres.ts';
import { migrate } from '#server/db/connection/migrate.ts';
import { seed } from '#server/db/connection/seed.ts';
import { makeQuickFolder } from './quick-folder.ts';
import { onDatabase, template } from './template.ts';

export type Cluster = { connection: Connection; stop: () => Promise<void> };

/**
 * Starts one real PostgreSQL for a whole run, with a template database to copy. A copy takes tens
 * of milliseconds, a migration a hundred times that.
 */
export async function startCluster(): Promise<Cluster> {
  const cluster = await startServer();
  const admin = openDatabase(cluster.connection);
  await admin.pool.query(`drop database if exists ${template} with (force)`);
  await admin.pool.query(`create database ${template}`);
  await admin.close();

  const database = openDatabase(onDatabase(cluster.connection, template));
  await migrate(database.db);
  await seed(database.db, { defaultUserPassword: 'default-password' });
  await database.close();
  return cluster;
}

/**
 * Starts the embedded PostgreSQL, or uses the one in TEST_DATABASE_URL, as a user who may create
 * databases there.
 */
async function startServer(): Promise<Cluster> {
  const connectionString = process.env['TEST_DATABASE_URL'];
  if (connectionString) return { connection: { connectionString }, stop: async () => undefined };
  const dataDir = makeQuickFolder('bellwether-test-');
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
