import { readFileSync } from 'node:fs';

/**
 * Ends us with npm. It passes signals on to the shell that runs us, not to us, and none at all when
 * it is killed; but whoever loses a parent gets another one, which can be seen.
 *
 * Without npm there is nothing to watch: `nohup node scripts/start.mjs &` may outlive its shell.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const start = ancestors();
  setInterval(() => {
    if (ancestors() !== start) process.kill(process.pid, 'SIGTERM');
  }, 100).unref();
}

/** From us up to npm: our parent, and where that is the shell that npm uses, the parent of it. */
function ancestors() {
  const parent = process.ppid;
  const [, name, grandparent] = /^\d+ \((.*)\) \S+ (\d+)/.exec(readStat(parent)) ?? [];
  return name && /^(ba|da|a)?sh$/.test(name) ? `${parent} ${grandparent}` : `${parent}`;
}

/**
 * Linux only: elsewhere a killed npm is not noticed, while one that ends still is.
 * @param {number} pid
 */
function readStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
