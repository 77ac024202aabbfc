import { fileURLToPath } from 'node:url';

/** The project's folder, so that every script works from any current folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * One short plain line of progress.
 * @param {string} line
 */
export function say(line) {
  console.log(line);
}

/**
 * Ends the script with one plain line: no stack trace for what a newcomer can put right.
 * @param {string} line
 * @returns {never}
 */
export function fail(line, code = 1) {
  console.error(line);
  process.exit(code);
}

/**
 * "0.4 s", "12 s".
 * @param {number} start
 */
export function secondsSince(start) {
  const seconds = (Date.now() - start) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
