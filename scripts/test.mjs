import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ensureBuilt } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensurePackages } from './packages.mjs';
import { fail, root, say, secondsSince } from './root.mjs';

// `npm test`: installs and builds if needed, then runs every check and every test, and stops at the
// first failure. Each is an npm script, so it can also be run alone.

const results = join(root, 'test-results');
const start = Date.now();

/**
 * The script that is running. It leads its own process group, so that everything it started can be
 * ended with it.
 */
let current;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
process.on('exit', () => kill('SIGKILL'));
endWithNpm();

await ensurePackages();
await rm(results, { recursive: true, force: true });
await run('Formatting', 'format:check');
await run('Lint and the habits of the house', 'lint');
await run('Types', 'types');
await run('Nothing unused', 'unused');
await run(
  'Rules, server and screens',
  'test:unit',
  // As for the browser tests: a test that passes only at the second try is listed at the end, to be
  // examined.
  '--retry=1',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=test-results/unit.json',
);
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

/** Runs one npm script, and ends everything when it fails. */
async function run(what, script, ...args) {
  say(`\n── ${what} (npm run ${script})`);
  const begun = Date.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
  current = child;
  const [code] = await once(child, 'exit');
  if (code !== 0) fail(`\n${what}: failed after ${secondsSince(begun)}. See above.`, code ?? 1);
  say(`   done in ${secondsSince(begun)}`);
}

/**
 * Ends the running script, with its browsers and databases. Kills whatever is left after 15
 * seconds.
 */
function end() {
  kill('SIGTERM');
  setTimeout(() => process.exit(1), 15_000);
}

/** @param {NodeJS.Signals} signal */
function kill(signal) {
  try {
    if (current) process.kill(-current.pid, signal);
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
