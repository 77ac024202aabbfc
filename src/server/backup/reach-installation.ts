import type { Config } from '#server/config.ts';
import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import { findRunning } from '#server/db/embedded/start-postgres.ts';
import { startDatabase } from '#server/db/start-database.ts';
import type { DocumentStore } from '#server/files/document-store.ts';
import { openStore } from '#server/files/open-store.ts';

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
