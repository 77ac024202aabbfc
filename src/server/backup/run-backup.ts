import { join, resolve } from 'node:path';

import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { nameMissing } from './manifest.ts';
import { reachInstallation, requireInstallation } from './reach-installation.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand, say } from './run-command.ts';
import { takeBackup } from './take-backup.ts';

/** `npm run backup [-- folder]`: takes a backup. The server can run meanwhile. */
await runCommand(async () => {
  const given = readArguments(process.argv.slice(2), 'npm run backup [-- <folder>]', {});
  const config = readConfig();
  await requireInstallation(config, 'back up');
  const takenAt = new Date();
  const name = `bellwether-${takenAt.toISOString().replaceAll(/[:.]/g, '-')}`;
  const folder = resolve(given.folder ?? join(config.dataDir, 'backups', name));
  const { upkeepPool: pool, documents, close } = await reachInstallation(config, say);
  try {
    const manifest = await takeBackup({ pool, documents }, folder, takenAt);
    const { tables, documents: files, missing } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Backed up ${rows} rows of ${tables.length} tables and ${files.length} documents:`);
    say(folder);
    if (missing.length > 0) throw new StartError(nameMissing(missing));
  } finally {
    await close();
  }
});
