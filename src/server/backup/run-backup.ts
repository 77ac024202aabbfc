import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { readConfig } from '#server/config.ts';
import { reachInstallation, requireInstallation } from './reach-installation.ts';
import { runCommand, say } from './run-command.ts';
import { takeBackup } from './take-backup.ts';

/** `npm run backup [-- folder]`: the server may run meanwhile. */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const config = readConfig();
  await requireInstallation(config);
  const takenAt = new Date();
  const name = `bellwether-${takenAt.toISOString().replaceAll(/[:.]/g, '-')}`;
  const folder = resolve(positionals[0] ?? `backups/${name}`);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  const { reportPool: pool, documents, close } = await reachInstallation(config, say);
  try {
    const { tables, documents: files } = await takeBackup(
      { pool, documents, say },
      folder,
      takenAt,
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Backed up ${rows} rows of ${tables.length} tables and ${files.length} documents:`);
    say(folder);
  } finally {
    await close();
  }
});
