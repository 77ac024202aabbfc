import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

/** Checks that the files and tests named in docs/security.md exist. */
const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');

const rows = page
  .split('\n')
  .filter((line) => /^\| [1-9]/.test(line))
  .map((line) => {
    const [number = '', , verdict = '', shown = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { number, verdict, shown };
  });

/**
 * Returns the words in backticks that name a file or folder. `/api/docs` is an address and
 * `PUBLIC_URL` a setting, so they are left out.
 */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^[\w.-]+\/|^\.?[a-z][\w.-]*\.(json|ts|yaml)$|^\.dockerignore$/.test(name));

test('every file that the page names exists', () => {
  const named = filesIn(page);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !existsSync(new URL(name, root)))).toEqual([]);
});

test('every requirement has one of the four verdicts', () => {
  expect(rows.length).toBeGreaterThan(150);
  const verdicts = new Set(['met', 'in part', 'not met', 'not applicable']);
  expect(rows.filter(({ verdict }) => !verdicts.has(verdict))).toEqual([]);
});

test('no requirement is judged twice', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

/** Returns the tests named as `file` › “title”. Each proves the claim beside it. */
const testsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)` › “([^”]+)”/g)].map(
    ([, file = '', title = '']) => ({ file, title }),
  );

test('what is met names the test that shows it', () => {
  const bare = rows.filter(
    ({ verdict, shown }) => verdict === 'met' && testsIn(shown).length === 0,
  );
  expect(bare).toEqual([]);
});

test('every test that the page names is in its file', () => {
  const named = testsIn(page);
  expect(named.length).toBeGreaterThan(130);
  const lost = named.filter(
    ({ file, title }) => !readFileSync(new URL(file, root), 'utf8').includes(title),
  );
  expect(lost).toEqual([]);
});
