import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { ensureBuilt } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensurePackages } from './packages.mjs';
import { fail, root, say, secondsSince } from './root.mjs';

// `npm test`: installs and builds if needed, then runs every check and every test, and stops at the
// first failure. Each is an npm script, so it can also be run alone. The checks use one processor each, so they run
// side by side.

const results = join(root, 'test-results');
const start = Date.now();

/**
 * The scripts that are running. Each leads its own process group, so that everything it started can be
 * ended with it.
 */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
process.on('exit', () => kill('SIGKILL'));
endWithNpm();

await ensurePackages();
await rm(results, { recursive: true, force: true });
await Promise.all([
  run('Formatting', 'format:check', { isBesideOthers: true }),
  run('Types', 'types', { isBesideOthers: true }),
  run('Lint and the habits of the house', 'lint', { isBesideOthers: true }),
  run('Nothing unused', 'unused', { isBesideOthers: true }),
]);
await run('Rules, server and screens', 'test:unit', {
  args: [
    // As for the browser tests: a test that passes only at the second try is listed at the end, to be
    // examined.
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
  ],
});
await ensureBuilt();
await run('What the first page loads', 'first-load');
await run('Journeys in a real browser', 'test:e2e');

const unit = await readReport('unit.json');
const { stats: e2e } = await readReport('e2e.json');
const passed = unit.numPassedTests + e2e.expected + e2e.flaky;
const others = unit.numTotalTests - unit.numPassedTests + e2e.unexpected + e2e.skipped;
if (others > 0) fail(`${others} tests were skipped.`);
for (const { name, words } of triedTwice(unit))
  say(`Passed only when tried again: ${name}\n${words}`);
if (e2e.flaky > 0) say(`${e2e.flaky} passed only when tried again: Playwright names them above.`);
say(`All of it in ${secondsSince(start)}.`);
say(`${passed} passed, 0 failed`);

/**
 * Runs one npm script, and ends everything when it fails. Beside others, what it says is told when it has ended.
 */
async function run(what, script, { args = [], isBesideOthers = false } = {}) {
  const title = `\n── ${what} (npm run ${script})`;
  if (!isBesideOthers) say(title);
  const begun = Date.now();
  const output = isBesideOthers ? 'pipe' : 'inherit';
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: ['ignore', output, output],
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
  running.add(child);
  const said = [child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : ''));
  const [code] = await once(child, 'close');
  running.delete(child);
  if (isBesideOthers) say([title, ...(await Promise.all(said))].join('\n').trimEnd());
  if (code !== 0) fail(`\n${what}: failed after ${secondsSince(begun)}. See above.`, code ?? 1);
  say(`   done in ${secondsSince(begun)}`);
}

/**
 * Ends the running scripts, with their browsers and databases. Kills whatever is left after 15
 * seconds.
 */
function end() {
  kill('SIGTERM');
  setTimeout(() => process.exit(1), 15_000);
}

/** @param {NodeJS.Signals} signal */
function kill(signal) {
  for (const { pid } of running)
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended already.
    }
}

async function readReport(name) {
  return JSON.parse(await readFile(join(results, name), 'utf8'));
}

/** Returns the tests that failed at first, with their messages. */
function triedTwice({ testResults }) {
  return testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages: [words] }) => ({
        name: `${file.name} › ${fullName}`,
        words,
      })),
  );
}
