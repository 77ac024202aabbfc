import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './root.mjs';

/**
 * The most bytes that a browser may load before it shows the sign-in page: the programs and styles
 * that the built page names, and what those import, each gzipped. Most browsers get smaller files.
 */
const budget = 200 * 1024;
const web = process.argv[2] ?? join(root, 'dist', 'web');
const page = readFileSync(join(web, 'index.html'), 'utf8');
const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)];
const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'));
const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));

const files = [...named.reduce((found, [, file]) => filesOf(file, found), new Set())]
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(web, file))).length }))
  .sort((a, b) => b.bytes - a.bytes);
const total = files.reduce((sum, { bytes }) => sum + bytes, 0);

for (const { file, bytes } of files) console.log(`${kilobytes(bytes).padStart(9)}  ${file}`);
console.log(`${kilobytes(total).padStart(9)}  in all, of at most ${kilobytes(budget)}`);
if (total > budget) {
  console.error('The sign-in page loads too much: split what it does not show.');
  process.exit(1);
}

function filesOf(file, found) {
  // A style that belongs to the first program is listed there, and is not a chunk of its own.
  const { css = [], imports = [] } = chunks.get(file) ?? {};
  if (found.has(file)) return found;
  for (const one of [file, ...css]) found.add(one);
  for (const imported of imports) filesOf(manifest[imported].file, found);
  return found;
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
