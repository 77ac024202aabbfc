import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { expect, test } from 'vitest';

/**
 * Checks the lists of the library's component styles in `app-styles.ts` and `base-styles.ts`, which
 * are written by hand. With a missing style a component would look bare; an unneeded one would be
 * loaded by every phone for nothing.
 */
const library = 'node_modules/@mantine/core';
const lists = ['src/web/ui/theme/base-styles.ts', 'src/web/ui/theme/app-styles.ts'];
/** Styles of the page itself, which belong to no component. */
const ofThePage = ['baseline', 'default-css-variables', 'global'];

const read = (file: string) => readFileSync(file, 'utf8');
const matches = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, ...found]) => found.map((one) => one ?? ''));

/** Returns the names in the file that imports them: `use, useId as useId$1`. */
const namesIn = (list: string) =>
  list.split(',').map((one) => one.trim().split(' as ').at(-1) ?? '');
const says = (text: string, name: string) =>
  new RegExp(`\\b${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text);

/**
 * The shipped files that render components: our own, and the library's two packages that render by
 * themselves.
 */
const drawing = [
  ...globSync('src/web/**/*.{ts,tsx}').filter((file) => !file.includes('.test.')),
  ...globSync('node_modules/@mantine/{modals,notifications}/esm/**/*.mjs'),
].map(read);

const modules = new Map(
  globSync(`${library}/esm/**/*.mjs`).map((file) => [basename(file, '.mjs'), file]),
);
const handsOut = /^(\w+\.\w+) = (\w+);$/gm;
const imports = /^import (?:\{([^}]*)\}|(\w+)) from "(\.[^"]+)";$/gm;

/**
 * Returns the styles of all rendered components, following imports from file to file of the
 * library. `Radio` exports `Radio.Card` without rendering it. So such a part counts only if some
 * file names it.
 */
function stylesUsed(): string[] {
  const styles = new Set<string>();
  const seen = new Set<string>();
  const said = new Set<string>();
  const handedOut: { as: string; file: string }[] = [];
  const listen = (text: string) => {
    for (const [name] of matches(text, /\b([A-Z]\w*\.[A-Z]\w*)\b/g)) said.add(name ?? '');
  };
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const style = /([\w-]+)\.module\.mjs$/.exec(file)?.[1];
    if (style) return void styles.add(style);
    const text = read(file);
    const [body = ''] = text.replaceAll(imports, '').replaceAll(handsOut, '').split('\nexport {');
    listen(body);
    for (const [named = '', single = '', from = ''] of matches(text, imports)) {
      const target = join(dirname(file), from);
      for (const name of namesIn(named || single))
        if (says(body, name) || from.endsWith('.module.mjs')) visit(target);
        else
          for (const [as = '', part] of matches(text, handsOut))
            if (part === name) handedOut.push({ as, file: target });
    }
  };
  for (const text of drawing) {
    listen(text);
    for (const [names = ''] of matches(text, /import \{([^}]*)\} from ['"]@mantine\/core['"]/g))
      for (const name of namesIn(names)) {
        const file = modules.get(name);
        if (file) visit(file);
      }
  }
  // Repeat: a newly found file may name parts that were exported before.
  let before = -1;
  while (before !== seen.size) {
    before = seen.size;
    for (const { as, file } of [...handedOut]) if (said.has(as)) visit(file);
  }
  return [...styles];
}

test('the lists have the style of each component that is drawn, once, and no other', () => {
  const listed = lists
    .flatMap((file) => matches(read(file), /core\/styles\/(.+)\.layer\.css/g))
    .flat();
  const offered = globSync(`${library}/styles/*.layer.css`).map((file) =>
    basename(file, '.layer.css'),
  );
  const used = stylesUsed().filter((style) => offered.includes(style));
  expect(used.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual([...used, ...ofThePage].toSorted());
});
