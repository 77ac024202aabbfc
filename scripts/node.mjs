import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, root } from './root.mjs';

const needed = 24;

/**
 * The path of a Node that runs the server: the one that came with the packages, or the host's where
 * it is new enough. Each is asked for its version, since a binary of another system (musl, or a
 * folder copied from elsewhere) is there and does not start.
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

/** A path where nothing lies on systems that have no such package. */
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
