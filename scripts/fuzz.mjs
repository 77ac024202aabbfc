import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { root, say } from './root.mjs';

// `npm run fuzz -- --requests 100000`: sends random hostile requests. A failure prints its seed and
// path, and `npm run fuzz -- --seed … --path …` repeats exactly that one.

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' } },
});
const requests = values.requests ?? '20000';
const seed = values.seed ?? String(randomInt(2 ** 31));
say(`${requests} hostile requests of seed ${seed}`);
const child = spawn('npx', ['vitest', 'run', 'test/fuzz'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: {
    ...process.env,
    FUZZ_REQUESTS: requests,
    FUZZ_SEED: seed,
    ...(values.path && { FUZZ_PATH: values.path }),
  },
});
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
