import type { Config } from '#server/config.ts';
import { openDatabase, type OpenDatabase } from '#server/db/connection/connect.ts';
import { isInhabited } from '#server/embedded/place.ts';
import { findRunning } from '#server/embedded/start-postgres.ts';
import { startDatabase } from '#server/db/connection/start-database.ts';
import type { DocumentStore } from '#server/files/document-store.ts';
import { openStore } from '#server/files/open-store.ts';
import { StartError } from '#server/start-error.ts';

export type Installation = OpenDatabase & { documents: DocumentStore };

/**
 * Opens the installation that the settings name, for a command that runs beside the server. Its
 * embedded database is used when it already runs, and is otherwise started until the command ends.
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

/**
 * Throws when the data folder holds no database: its path may be mistyped, and a database would be
 * made there. `act` says what the command does with it.
 */
export async function requireInstallation(
  { databaseUrl, dataDir }: Config,
  act: 'back up' | 'check',
): Promise<void> {
  if (databaseUrl === undefined && !(await isInhabited(dataDir)))
    throw new StartError(
      `There is no installation to ${act}: DATA_DIR is ${dataDir}, where no database is.`,
    );
}
