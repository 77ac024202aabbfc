import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';

import { once } from '#domain/once.ts';
import { StartError } from '#server/start-error.ts';
import type { Database } from '#server/db/schema/schema.ts';

const folder = new URL('../migrations/', import.meta.url);

/**
 * Reads the migrations: each numbered SQL file is one. There are no down migrations; going back
 * means restoring a backup.
 */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(new URL(file, folder), 'utf8');
    return [file.replace('.sql', ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const createMigrator = (db: Kysely<Database>) =>
  new Migrator({ db, provider: { getMigrations: readMigrations } });

const namesOfOurs = once(async () => Object.keys(await readMigrations()));

/**
 * True when the database has every migration of this program. A newer program may have run more.
 * Everybody can call this without signing in, so it only reads one small table.
 */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const made = new Set(rows.map(({ name }) => name));
  return (await namesOfOurs()).every((name) => made.has(name));
}

/** True when this program knows the migration. A backup of a newer version has others. */
export async function hasMigration(name: string): Promise<boolean> {
  return name in (await readMigrations());
}

/** Migrates an empty database up to this migration. */
export async function migrateTo(db: Kysely<Database>, name: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(name);
  if (error) throw new Error('The database could not be given its shape', { cause: error });
}

/** How often a migration is tried that other processes get in the way of. */
const mostTries = 20;

/**
 * Migrates the database to the newest schema, all or nothing, one process at a time. Returns the
 * names of the migrations that ran.
 *
 * Processes of the version before may go on serving meanwhile. A migration locks one table after the other,
 * and so may wait for a request that waits for the migration. PostgreSQL then ends one of the two. If it
 * is the migration, nothing of it is stored, and it is tried again.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const { error, results } = await createMigrator(db).migrateToLatest();
    if (!error) return (results ?? []).map((result) => result.migrationName);
    if (!isDeadlock(error)) throw asMigrationError(error);
    if (tries === mostTries)
      throw new StartError(
        'The database could not be brought up to date, because other processes use it all the time. ' +
          'Try again when they have less to do, or stop them first.',
      );
    // Lets the requests go on that waited, so that not the same ones meet again.
    await sleep(100 + Math.random() * 400);
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01';
}

function asMigrationError(error: unknown): Error {
  return error instanceof Error && error.message.startsWith('corrupted migrations: ')
    ? new StartError(
        'The database has migrations that this version does not know: start the newer version, or ' +
          'restore a backup that was made before it.',
      )
    : new Error('The database could not be brought up to date', { cause: error });
}
