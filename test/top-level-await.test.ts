import { expect, test } from 'vitest';

import { awaitsAtTopLevel } from '../scripts/top-level-await.mjs';

test.each([
  'await pause();',
  'export const survey = await load();',
  'const page = { store: [await open()] };',
])('a module that awaits by itself is found: %s', (code) => {
  expect(awaitsAtTopLevel(code)).toBe(true);
});

test.each([
  'async function save() { await write(); }',
  'export const save = async () => { await write(); };',
  'class Store { async save() { for await (const part of parts) await write(part); } }',
  "const text = 'await pause();';",
])('what a function awaits is not: %s', (code) => {
  expect(awaitsAtTopLevel(code)).toBe(false);
});
