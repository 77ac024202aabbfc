import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

/**
 * Compares the classes of our stylesheets with those that the code names. The compiler knows neither: a class
 * that nobody uses stays for ever, and one that does not exist styles nothing.
 */
const code = globSync('src/web/**/*.{ts,tsx}').map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

/** Returns the code that imports a stylesheet, and the name that it has there. */
function usersOf(sheet: string) {
  return code.flatMap(({ file, text }) =>
    [...text.matchAll(/import (\w+) from '(\S+\.module\.css)';/g)].flatMap(
      ([, name = '', from = '']) => {
        const path = from.startsWith('#web/')
          ? from.replace('#web/', 'src/web/')
          : join(dirname(file), from);
        return path === sheet ? [{ file, text, name }] : [];
      },
    ),
  );
}

/** Returns the classes that the code names, as in `classes.line`. */
function namedIn(text: string, name: string): string[] {
  const named = text.matchAll(new RegExp(`\\b${name}\\.(?!module)(\\w+)`, 'g'));
  return [...named].map(([, one = '']) => one);
}

/** Returns the words in quotes of code that chooses a class by its name, as in `classes[of]`. */
function chosenIn(text: string, name: string): string[] {
  if (!text.includes(`${name}[`)) return [];
  return [...text.matchAll(/'(\w+)'/g)].map(([, one = '']) => one);
}

test('each class of a stylesheet is used, and each class that is used exists', () => {
  const wrong: string[] = [];
  const sheets = globSync('src/web/**/*.module.css');
  for (const sheet of sheets) {
    const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    // The library's own classes have hyphens: `.mantine-Input-input`.
    const written = rules.matchAll(/\.([a-z]\w*)(?![\w-])/gi);
    const classes = new Set([...written].map(([, one = '']) => one));
    const users = usersOf(sheet);
    const named = users.flatMap(({ text, name }) => namedIn(text, name));
    const used = new Set([...named, ...users.flatMap(({ text, name }) => chosenIn(text, name))]);
    for (const one of classes) if (!used.has(one)) wrong.push(`${sheet}: .${one} is not used`);
    for (const one of named) if (!classes.has(one)) wrong.push(`${sheet}: .${one} does not exist`);
  }
  expect(wrong).toEqual([]);
  expect(sheets.length).toBeGreaterThan(50);
});
