import { readFileSync } from 'node:fs';

/**
 * Ends this process when npm ends. npm passes signals to the shell that runs us, not to us, and
 * sends none at all when it is killed. But a process whose parent dies gets another parent, which
 * this function detects.
 *
 * Without npm it does nothing: `nohup node scripts/start.mjs &` may outlive its shell.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const start = ancestors();
  setInterval(() => {
    if (ancestors() !== start) process.kill(process.pid, 'SIGTERM');
  }, 100).unref();
}

/**
 * Returns the processes from us up to npm: our parent and, if that is the shell that npm uses, its
 * parent.
 */
function ancestors() {
  const parent = process.ppid;
  const [, name, grandparent] = /^\d+ \((.*)\) \S+ (\d+)/.exec(readStat(parent)) ?? [];
  return name && /^(ba|da|a)?sh$/.test(name) ? `${parent} ${grandparent}` : `${parent}`;
}

/**
 * Returns the process's state, on Linux only. On other systems a killed npm is not noticed, while
 * one that ends normally is.
 * @param {number} pid
 */
function readStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
