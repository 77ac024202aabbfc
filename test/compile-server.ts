import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { compiledCode, runtimeOptions } from './server-process.ts';

/**
 * Compiles the server's code before the tests, which start a hundred servers and kill most of them.
 * The runtime writes down what it compiled only when a process ends by itself.
 */
export async function compileServer(): Promise<void> {
  const app = new URL('../src/server/app.ts', import.meta.url).href;
  const program = `await import(${JSON.stringify(app)}); process.exit();`;
  const args = [...runtimeOptions, '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiledCode },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The server's code does not load: it ended with ${code}`);
}
