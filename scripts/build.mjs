import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNode } from './node.mjs';
import { fail, root, say, secondsSince } from './root.mjs';

/** All files that the built web is made from. Those that do not exist are skipped. */
const inputs = [
  'src/web',
  'src/domain',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/drop-descriptions.mjs',
  'package.json',
  'package-lock.json',
];

/** Next to the built files instead of among them, so that it is not served. */
const recordPath = join(root, 'dist', 'web.inputs');

/** Builds the web into dist/web, but only when its inputs have changed since the last time. */
export async function ensureBuilt() {
  const wanted = await hashInputs();
  const made = await readFile(recordPath, 'utf8').catch(() => '');
  if (made === wanted && existsSync(join(root, 'dist', 'web', 'index.html'))) return;
  say('Building the pages (once, and when they change)…');
  const start = Date.now();
  await rm(recordPath, { force: true });
  const { code, output } = await runVite();
  if (code !== 0) {
    console.error(output);
    fail('The pages could not be built: the lines above say why.', code);
  }
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(recordPath, wanted);
  say(`Pages built in ${secondsSince(start)}.`);
}

async function hashInputs() {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const path of await listFiles(join(root, input))) {
      hash.update(`${relative(root, path)}\0`).update(await readFile(path));
    }
  }
  return hash.digest('hex');
}

/**
 * Returns the file itself, or every file below the folder except tests, in a fixed order.
 * @param {string} path
 */
async function listFiles(path) {
  let entries;
  try {
    entries = await readdir(path, { withFileTypes: true, recursive: true });
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function runVite() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // The pages are always built for production, whatever mode the server runs in.
  const env = { ...process.env, NODE_ENV: 'production' };
  // Node itself reads the config: Vite's own way writes into node_modules, which may belong to
  // somebody else.
  const args = [vite, 'build', '--configLoader', 'native'];
  const child = spawn(findNode(), args, { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output };
}

// For `npm run build`, which the image uses too. `npm start` and `npm test` call the function.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuilt();
