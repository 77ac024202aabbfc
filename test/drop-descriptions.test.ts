import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { dropDescriptions } from '../scripts/drop-descriptions.mjs';

test('the words of a field are left out, and nothing else', () => {
  const code = "const x = z.object({ a: z.int().describe('In (bytes).').optional(), b: y });";
  expect(dropDescriptions('x.ts', code)).toBe(
    'const x = z.object({ a: z.int().optional(), b: y });',
  );
  expect(dropDescriptions('x.ts', 'const described = describe(1);')).toBeNull();
});

test('a contract of ours loses all of them', () => {
  const path = 'src/domain/responses/response.ts';
  const code = readFileSync(path, 'utf8');
  expect(code).toContain('.describe(');
  expect(dropDescriptions(path, code)).not.toContain('.describe(');
});
