import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, root, say, secondsSince } from './root.mjs';

/**
 * Installs the packages when they are missing or differ from package-lock.json. As its last step,
 * npm records what it installed in node_modules/.package-lock.json. So an interrupted install has
 * no record and is repeated, and one made by hand is accepted.
 */
export async function ensurePackages() {
  if (await isInstalled()) return;
  // `npm ci` empties the folder first. Through a link it would empty somebody else's folder.
  const folder = await lstat(join(root, 'node_modules')).catch(() => undefined);
  if (folder?.isSymbolicLink())
    fail('node_modules is a link to other packages than these: remove it, then start again.');
  say('Installing packages (once, and when they change)…');
  const start = Date.now();
  const code = await runNpm(['ci', '--include=dev', '--include=optional', '--loglevel=error']);
  if (code !== 0) fail('The packages could not be installed: npm says why above.', code);
  say(`Packages installed in ${secondsSince(start)}.`);
}

async function isInstalled() {
  const [wanted, installed] = await Promise.all([
    readPackages(join(root, 'package-lock.json')),
    readPackages(join(root, 'node_modules', '.package-lock.json')),
  ]);
  if (!wanted) fail('package-lock.json is missing or cannot be read.');
  if (!installed) return false;
  // All wanted packages must be installed, except optional ones, which are those for other systems.
  const complete = Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || installed[path],
  );
  return complete && Object.entries(installed).every(([path, e]) => isSame(e, wanted[path]));
}

/** @typedef {{ version: string, integrity?: string, optional?: boolean }} Entry */

/** @param {Entry} installed @param {Entry | undefined} wanted */
function isSame(installed, wanted) {
  return installed.version === wanted?.version && installed.integrity === wanted?.integrity;
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, Entry> | undefined>}
 */
async function readPackages(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Runs npm. `--loglevel=error` hides its warnings (engines, old packages), which a newcomer cannot
 * fix. Errors and the progress bar go to stderr, which is shown.
 * @param {string[]} args
 */
async function runNpm(args) {
  const { command, first } = findNpm();
  const env = { ...process.env };
  // With an empty HOME, npm would put its cache into the current folder.
  if (env.HOME === '') delete env.HOME;
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  child.on('error', () => fail('npm was not found: install Node with npm, then start again.'));
  const [code, signal] = await once(child, 'exit');
  return signal ? 1 : code;
}

/**
 * Returns the npm that runs us, with the Node that runs it: our own Node disappears while npm
 * replaces the packages.
 */
function findNpm() {
  const script = process.env.npm_execpath;
  const node = process.env.npm_node_execpath;
  if (!script || !node || basename(script) !== 'npm-cli.js') return { command: 'npm', first: [] };
  return { command: node, first: [script] };
}
