import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, root } from './root.mjs';

const needed = 24;

/**
 * Returns the path of a Node that can run the server: the one installed with the packages, or the
 * host's when it is new enough. Each is run to get its version, because a binary for another system
 * (musl, or a folder copied from elsewhere) exists but does not start.
 * @returns {string}
 */
export function findNode() {
  const candidates = [bundledNode(), process.execPath];
  const found = candidates.find((path) => majorVersion(path) >= needed);
  if (found) return found;
  return fail(
    `Bellwether needs Node ${needed} or newer, and this is ${process.version}. ` +
      `No Node comes with the packages for ${process.platform}-${process.arch}: ` +
      `install Node ${needed} (https://nodejs.org), then start again.`,
  );
}

/** Returns the path of the installed Node. On systems without such a package, nothing is there. */
function bundledNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = system === 'win' ? 'node.exe' : 'node';
  return join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', file);
}

/** @param {string} path */
function majorVersion(path) {
  if (path === process.execPath) return Number.parseInt(process.versions.node, 10);
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? Number.parseInt(answer.stdout.slice(1), 10) : 0;
}
