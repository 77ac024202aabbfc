import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endWithNpm } from '../../scripts/end-with-npm.mjs';

/**
 * Runs `npm start` on any free port, with demonstration data in a folder that is deleted
 * afterwards: the one that the tests name, or any.
 */
const dataDir = process.env['BELLWETHER_DATA'] ?? mkdtempSync(join(tmpdir(), 'bellwether-e2e-'));
const server = spawn(process.execPath, ['scripts/start.mjs'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO: '1',
    PUBLIC_URL: '',
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
endWithNpm();
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
