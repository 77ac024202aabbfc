import { fileURLToPath } from 'node:url';

/** The project's folder, so that every script works from any current folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Prints one short line of progress.
 * @param {string} line
 */
export function say(line) {
  console.log(line);
}

/**
 * Prints one line and ends the script, without a stack trace, for a problem that a newcomer can
 * fix.
 * @param {string} line
 * @returns {never}
 */
export function fail(line, code = 1) {
  console.error(line);
  process.exit(code);
}

/**
 * Returns the seconds since `start` in words: "0.4 s", "12 s".
 * @param {number} start
 */
export function secondsSince(start) {
  const seconds = (Date.now() - start) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
