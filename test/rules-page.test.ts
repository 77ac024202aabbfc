import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

/** Checks the rule numbers in comments against docs/rules.md, and the list of decisions. */
const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

const written = new Set(
  [...read('docs/rules.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)),
);
const files = globSync('{src,test,e2e,bench,scripts,docs}/**/*.{ts,tsx,mjs,md}', { cwd: root });
const cited = files.flatMap((file) =>
  [...read(file).matchAll(/\brules? (\d[\d –]*(?:(?:,|and|to) \d+)*)/g)].flatMap(
    ([, numbers = '']) =>
      [...numbers.matchAll(/\d+/g)].map(([number]) => ({ file, number: Number(number) })),
  ),
);

test('every rule that is named is written', () => {
  expect(cited.length).toBeGreaterThan(70);
  expect(cited.filter(({ number }) => !written.has(number))).toEqual([]);
});

test('no comment names a decision by number alone, which could be taken for a rule', () => {
  const bare = files.filter((file) => /\bdecisions? \d/.test(read(file)));
  expect(bare).toEqual([]);
});

test('the list of decisions has a line for each, with its title', () => {
  const lines = globSync('0*.md', { cwd: `${root}docs/decisions` })
    .toSorted()
    .map((file) => {
      const [, number, title] = /^# (\d+)\. (.+)/.exec(read(`docs/decisions/${file}`)) ?? [];
      return `- ${number}: [${title}](${file})`;
    });
  const listed = read('docs/decisions/README.md').match(/^- .+$/gm) ?? [];
  expect(listed.toSorted()).toEqual(lines.toSorted());
});
