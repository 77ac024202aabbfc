import type { Config } from '#server/config.ts';
import type { Say } from '#server/say.ts';
import {
  checkDurability,
  checkEncoding,
  checkVersion,
  openDatabase,
  type OpenDatabase,
} from './connect.ts';
import { startPostgres } from '#server/embedded/start-postgres.ts';
import { cannotBeUsed } from './in-one-sentence.ts';

export type RunningDatabase = OpenDatabase & {
  /**
   * Resolves when our own database has ended and is not started again; never for a server of
   * somebody else.
   */
  ended: Promise<void>;
};

/**
 * The database that the settings ask for: the server of DATABASE_URL, or our own below DATA_DIR.
 * `close` closes the pools and, where it is our own, ends it.
 */
export async function startDatabase(config: Config, say: Say): Promise<RunningDatabase> {
  const warn = (line: string) => say(line, 'warn');
  if (config.databaseUrl !== undefined) {
    const database = openDatabase({ connectionString: config.databaseUrl }, warn);
    try {
      await checkVersion(database.pool);
      await checkEncoding(database.pool);
      await checkDurability(database.pool);
    } catch (error) {
      await database.close();
      throw cannotBeUsed(error as Error);
    }
    return { ...database, ended: new Promise(() => {}) };
  }
  const postgres = await startPostgres({
    dataDir: config.dataDir,
    binDir: config.pgBinDir,
    log: say,
  });
  const database = openDatabase(postgres.connection, warn);
  return {
    ...database,
    ended: postgres.ended,
    close: async () => {
      await database.close();
      await postgres.stop();
    },
  };
}
