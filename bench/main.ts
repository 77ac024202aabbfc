/**
 * Runs the benchmarks that show whether the product is as fast as intended, one after the other,
 * and writes their output into README.md, each in its own place.
 * Run: npm run bench [-- --only name]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runtimeOptions } from '#test/server-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = new URL('README.md', import.meta.url);
/** Each benchmark's file and arguments. */
const benchmarks: Record<string, string[]> = {
  'store-response': ['bench/store-response.ts'],
  'copy-progress': ['bench/copy-progress.ts'],
  reads: ['bench/reads.ts'],
  results: ['bench/results.ts', '100000'],
  standards: ['bench/standards.ts'],
  consultants: ['bench/consultants.ts', '100000'],
  'long-lists': ['bench/long-lists.ts', '200000'],
  board: ['bench/board.ts'],
  'hotel-import': ['bench/hotel-import.ts'],
  'board-export': ['bench/board-export.ts'],
  'hostile-workbooks': ['bench/hostile-workbooks.ts'],
  'sync-thousand': ['bench/browser/sync-thousand.ts'],
  'hundred-photos': ['bench/browser/hundred-photos.ts'],
  'take-photo': ['bench/browser/take-photo.ts'],
};

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
if (only !== undefined && !(only in benchmarks)) {
  console.error(`There is no ${only}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(1);
}
for (const [name, program] of Object.entries(benchmarks)) {
  if (only !== undefined && only !== name) continue;
  if (program[0]?.startsWith('bench/browser/'))
    await run(['node_modules/vite/bin/vite.js', 'build']);
  console.log(`\n${name}`);
  const before = loadavg()[0]?.toFixed(1);
  // The server runs in the benchmark's own process, or in one that it starts.
  const said = await run([...runtimeOptions, ...program], (part) => process.stdout.write(part));
  const after = loadavg()[0]?.toFixed(1);
  const around = `${availableParallelism()} cores, load average ${before} before and ${after} after`;
  await keep(name, `${said.trim()}\n(${around})`);
}

/** Runs the program and returns what it printed. */
async function run(program: string[], hear = (_part: Buffer) => {}): Promise<string> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
    hear(part);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program.join(' ')} ended with ${code}`);
  return said;
}

/** Writes the figures between the benchmark's own marks in README.md. */
async function keep(name: string, figures: string): Promise<void> {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = await readFile(readme, 'utf8');
  const [before, after] = [text.indexOf(from), text.indexOf(to)];
  if (before < 0 || after < 0) throw new Error(`README.md has no place for ${name}`);
  const kept = `${from}\n\n\`\`\`\n${figures}\n\`\`\`\n\n`;
  await writeFile(readme, text.slice(0, before) + kept + text.slice(after));
}
