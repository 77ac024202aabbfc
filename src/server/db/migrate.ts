import { readdir, readFile } from 'node:fs/promises';

import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

import { once } from '#domain/once.ts';
import { StartError } from '#server/start-error.ts';
import type { Database } from './schema.ts';

const folder = new URL('./migrations/', import.meta.url);

/** Each numbered SQL file is one migration. There is no way down: back is a restore. */
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
 * Whether the database, which was migrated once, has every migration of this program; a newer one
 * may have made more. Anyone may ask, so it costs no more than a look at one small table.
 */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const made = new Set(rows.map(({ name }) => name));
  return (await namesOfOurs()).every((name) => made.has(name));
}

/** Whether this program knows the migration; a backup of a newer one has others. */
export async function hasMigration(name: string): Promise<boolean> {
  return name in (await readMigrations());
}

/** Brings an empty database to the shape it had with this migration as its newest. */
export async function migrateTo(db: Kysely<Database>, name: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(name);
  if (error) throw new Error('The database could not be given its shape', { cause: error });
}

/**
 * Brings the database to the newest shape, all or nothing, one process at a time. Answers the
 * names of the migrations that ran.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const { error, results } = await createMigrator(db).migrateToLatest();
  if (error instanceof Error && error.message.startsWith('corrupted migrations: '))
    throw new StartError(
      'The database has migrations that this version does not know: start the newer version, or ' +
        'restore a backup that was made before it.',
    );
  if (error) throw new Error('The database could not be brought up to date', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}
