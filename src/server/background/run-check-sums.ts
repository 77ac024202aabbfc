import { reachInstallation, requireInstallation } from '#server/backup/reach-installation.ts';
import { runCommand, say } from '#server/backup/run-command.ts';
import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { checkRollUps } from './check-roll-ups.ts';

/**
 * `npm run check-sums`: compares the sums of closed days and months with the responses. The server can run
 * meanwhile.
 */
await runCommand(async () => {
  const config = readConfig();
  await requireInstallation(config, 'check');
  const { upkeep, close } = await reachInstallation(config, say);
  try {
    const { compared, wrong } = await checkRollUps(upkeep);
    if (wrong.length > 0)
      throw new StartError(
        `These sums are not those of the responses: ${wrong.join(', ')}. To have all made again, run ` +
          'this on the database: delete from rolled_days; delete from rolled_months;',
      );
    say(`Compared: ${compared} days and months. All sums are those of the responses.`);
  } finally {
    await close();
  }
});
