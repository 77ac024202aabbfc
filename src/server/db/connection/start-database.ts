import type { Config } from '#server/config.ts';
import type { Say } from '#server/say.ts';
import { startPostgres } from '#server/embedded/start-postgres.ts';
import { checkPooler } from './check-pooler.ts';
import { checkDurability, checkEncoding, checkVersion, describeFailover } from './check-server.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';
import { cannotBeUsed } from './as-start-error.ts';

export type RunningDatabase = OpenDatabase & {
  /**
   * Resolves when the embedded database has ended and is not started again. Never resolves for a
   * server of DATABASE_URL.
   */
  ended: Promise<void>;
};

/**
 * Opens the database that the settings name: the server of DATABASE_URL, or the embedded one below
 * DATA_DIR. `close` closes the pools, and stops the embedded server.
 */
export async function startDatabase(config: Config, say: Say): Promise<RunningDatabase> {
  const warn = (line: string) => say(line, 'warn');
  if (config.databaseUrl !== undefined) {
    const { databaseDirectUrl: direct, databaseReadUrl: replica } = config;
    const database = openDatabase({ connectionString: config.databaseUrl }, warn, {
      direct: direct === undefined ? undefined : { connectionString: direct },
      replica: replica === undefined ? undefined : { connectionString: replica },
    });
    try {
      await checkPooler(database, direct !== undefined);
      await checkVersion(database.pool);
      await checkEncoding(database.pool);
      await checkDurability(database.pool);
      const failover = await describeFailover(database.pool);
      if (failover) say(failover.line, failover.kind);
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
