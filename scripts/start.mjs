import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { findNode } from './node.mjs';
import { ensurePackages } from './packages.mjs';
import { root } from './root.mjs';

// `npm start`: installs and builds if needed, then runs the server until it ends.

await ensurePackages();
await ensureBuilt();
runServer();

function runServer() {
  // The first option bounds the memory in which new objects are made, in megabytes. Without it that
  // grows to four times as much, and a long list takes three times the memory (docs/decisions/0057).
  // The others make the runtime collect old objects when they have grown by a fifth. Without them it
  // may wait until they have grown to four times as much (docs/decisions/0082).
  const command = [
    '--max-semi-space-size=16',
    '--initial-old-space-size=64',
    '--heap-growing-percent=20',
    'src/server/main.ts',
  ];
  const server = spawn(findNode(), command, {
    cwd: root,
    // Through this channel the server notices when we are gone, even by SIGKILL, and ends too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill(signal));
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  endWithNpm();
}
