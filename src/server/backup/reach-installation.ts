import type { Config } from '#server/config.ts';
import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import { isInhabited } from '#server/embedded/place.ts';
import { findRunning } from '#server/embedded/start-postgres.ts';
import { startDatabase } from '#server/db/start-database.ts';
import type { DocumentStore } from '#server/files/document-store.ts';
import { openStore } from '#server/files/open-store.ts';
import { StartError } from '#server/start-error.ts';

export type Installation = OpenDatabase & { documents: DocumentStore };

/**
 * The installation that the settings name, for a command beside the server: its own database is
 * used as it runs, or started for as long as the command takes.
 */
export async function reachInstallation(
  config: Config,
  say: (line: string) => void,
): Promise<Installation> {
  const documents = await openStore(config, say);
  const running = config.databaseUrl === undefined && (await findRunning(config.dataDir));
  const database = running ? openDatabase(running, say) : await startDatabase(config, say);
  return { ...database, documents };
}

/** Refuses a data folder with no database in it, perhaps a mistyped one, before any is made there. */
export async function requireInstallation({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined && !(await isInhabited(dataDir)))
    throw new StartError(
      `There is no installation to back up: DATA_DIR is ${dataDir}, where no database is.`,
    );
}
