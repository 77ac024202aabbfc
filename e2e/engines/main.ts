/**
 * Runs the main journeys in Firefox and in WebKit, from Debian's packages, against what `npm start`
 * runs.
 *
 * Run: npm run test:engines, with these options after `--`:
 *
 * - `--engine webkit`: only this engine.
 * - `--only 'drag'`: only the journeys whose title contains this.
 * - `--loads 200`: this many page loads instead, over all addresses.
 * - `--quick 20`: this many times instead, pages that are left while they write.
 */
import { parseArgs } from 'node:util';

import { attempt } from './attempt.ts';
import type { Engine } from './engine.ts';
import { firefox } from './firefox.ts';
import { evidenceJourneys } from './journeys/evidence.ts';
import { interviewJourneys } from './journeys/interviews.ts';
import { officeJourneys } from './journeys/office.ts';
import { screenJourneys } from './journeys/screens.ts';
import { missingPackages } from './missing-packages.ts';
import { endInTime, startAndHear } from './processes.ts';
import { loadRepeatedly, quickRepeatedly, type Count } from './repeated.ts';
import { webkit } from './webkit.ts';

const { values: asked } = parseArgs({
  options: {
    engine: { type: 'string' },
    only: { type: 'string' },
    loads: { type: 'string' },
    quick: { type: 'string' },
  },
});
const engines = [firefox, webkit].filter(({ name }) => name === (asked.engine ?? name));
const all = [...screenJourneys, ...interviewJourneys, ...evidenceJourneys, ...officeJourneys];
const journeys = all.filter(({ title }) => title.includes(asked.only ?? ''));

process.exitCode = (await main()) ? 0 : 1;

/** Runs what the options say. Returns true when everything passed. */
async function main(): Promise<boolean> {
  const refusal =
    engines.length === 0
      ? '--engine is firefox or webkit'
      : journeys.length === 0
        ? `No journey’s title has “${asked.only}”`
        : missingPackages(engines);
  if (refusal !== undefined) return say(refusal);
  const { child, match } = await startAndHear(
    [process.execPath, 'e2e/support/serve.ts'],
    /Bellwether is at (http\S+)/,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void endInTime(child).then(() => process.exit(1)));
  try {
    return await runAll(new URL(match[1] ?? ''));
  } finally {
    await endInTime(child);
  }
}

async function runAll(server: URL): Promise<boolean> {
  const total: Count = { passed: 0, failures: [] };
  for (const engine of engines) {
    const { passed, failures } = await runIn(engine, server);
    total.passed += passed;
    total.failures.push(...failures);
  }
  say(`${total.passed} passed, ${total.failures.length} failed`);
  return total.failures.length === 0;
}

async function runIn(engine: Engine, server: URL): Promise<Count> {
  const repeated = { loads: loadRepeatedly, quick: quickRepeatedly };
  const counts: Count[] = [];
  for (const [option, repeat] of Object.entries(repeated)) {
    const times = asked[option as keyof typeof repeated];
    if (times === undefined) continue;
    const count = await repeat(engine, server, wholeNumber(option, times));
    say('');
    for (const failure of count.failures) say(`failed  ${engine.name}: ${failure}`);
    say(`${engine.name}, ${option}: ${count.passed} passed, ${count.failures.length} failed`);
    counts.push(count);
  }
  if (counts.length === 0) counts.push(await runJourneys(engine, server));
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failures: counts.flatMap(({ failures }) => failures),
  };
}

async function runJourneys(engine: Engine, server: URL): Promise<Count> {
  const count: Count = { passed: 0, failures: [] };
  for (const journey of journeys) {
    const begun = performance.now();
    const failure = await attempt(engine, server, journey);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    say(
      `${failure === undefined ? 'passed' : 'failed'}  ${engine.name}: ${journey.title} (${seconds} s)`,
    );
    if (failure === undefined) count.passed += 1;
    else {
      say(failure.replace(/^/gm, '        '));
      count.failures.push(failure);
    }
  }
  return count;
}

function wholeNumber(option: string, given: string): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${option} is a whole number of at least 1`);
  return number;
}

/** Prints a line. Returns false, for callers that end with a failure. */
function say(line: string): false {
  process.stdout.write(`${line}\n`);
  return false;
}
