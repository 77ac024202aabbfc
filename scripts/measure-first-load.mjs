import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './root.mjs';

/**
 * What a browser loads before it can show the sign-in page, from the manifest of the built web: the
 * entry, what it imports, and their styles, gzipped one by one. Most browsers are sent less.
 */
const budget = 200 * 1024;
const web = process.argv[2] ?? join(root, 'dist', 'web');
const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'));

const files = [...filesOf('index.html')]
  .map((file) => ({ file, bytes: gzipSync(readFileSync(join(web, file))).length }))
  .sort((a, b) => b.bytes - a.bytes);
const total = files.reduce((sum, { bytes }) => sum + bytes, 0);

for (const { file, bytes } of files) console.log(`${kilobytes(bytes).padStart(9)}  ${file}`);
console.log(`${kilobytes(total).padStart(9)}  in all, of at most ${kilobytes(budget)}`);
if (total > budget) {
  console.error('The sign-in page loads too much: split what it does not show.');
  process.exit(1);
}

function filesOf(key, found = new Set()) {
  const { file, css = [], imports = [] } = manifest[key];
  if (found.has(file)) return found;
  for (const one of [file, ...css]) found.add(one);
  for (const imported of imports) filesOf(imported, found);
  return found;
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
