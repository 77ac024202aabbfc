import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
  type Color,
} from 'culori';
import { describe, expect, test } from 'vitest';

import { verdictOfPercent } from '#domain/scoring/verdict.ts';
import { cssVariables } from '#web/ui/theme/css-variables.ts';
import { scoreColors, scoreStepsOf, stepOf } from './score-colors.ts';

/**
 * Simulates how people with each kind of colour vision see a colour, by the matrices of Machado,
 * Oliveira and Fernandes (2009).
 */
const eyes: Record<string, (color: Color) => Color> = {
  'full colour': (color) => color,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
};
const difference = differenceCiede2000();
/**
 * A CIEDE2000 difference. At 2 two colours differ just visibly side by side, from 10 on they differ
 * at a glance.
 */
const atAGlance = 10;

const colorOf = (text: string) => parse(text) ?? expect.fail(`${text} is no colour`);

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const { pass, review } = scoreColors[theme];
  const variables: Record<string, string> = cssVariables({} as never)[theme];
  const variable = (name: string) => variables[name] ?? expect.fail(`${name} is not declared`);

  test.each(Object.entries(eyes))('pass and needs review stay apart with %s', (_, seen) => {
    const apart = (one: string, other: string) =>
      difference(seen(colorOf(one)), seen(colorOf(other)));
    expect(apart(pass.ink, review.ink)).toBeGreaterThan(atAGlance);
    expect(apart(pass.mark, review.mark)).toBeGreaterThan(atAGlance);
    for (const green of pass.cells)
      for (const orange of review.cells) expect(apart(green, orange)).toBeGreaterThan(atAGlance);
  });

  test('numbers read at AA on every ground, and bars stand out from it', () => {
    for (const ground of ['--mantine-color-body', '--bw-ground', '--bw-sunken'])
      for (const { ink, mark } of [pass, review]) {
        expect(wcagContrast(ink, variable(ground))).toBeGreaterThan(4.5);
        expect(wcagContrast(mark, variable(ground))).toBeGreaterThan(3);
      }
  });

  test('numbers in a cell read at AA, and each cell is told from the next', () => {
    for (const { cells } of [pass, review])
      for (const [place, cell] of cells.entries()) {
        expect(wcagContrast(variable('--bw-ink'), cell)).toBeGreaterThan(4.5);
        for (const next of cells.slice(place + 1, place + 2))
          expect(difference(colorOf(cell), colorOf(next))).toBeGreaterThan(5);
      }
  });

  test('every step of every line has its colour', () => {
    const steps = Array.from({ length: 100 }, (_, below) => scoreStepsOf(below + 1)).flat();
    for (const { cell } of steps) expect(variable(cell.slice('var('.length, -1))).toMatch(/^#/);
  });
});

test.each([1, 15, 70, 75, 80, 95, 100])(
  'a step is on its verdict’s side of the line %d',
  (line) => {
    const steps = scoreStepsOf(line);
    for (let tenths = 0; tenths <= 1_000; tenths += 1)
      expect(stepOf(tenths / 10, steps)?.verdict).toBe(verdictOfPercent(tenths / 10, line));
    expect(stepOf(line - 0.1, steps)?.cell).toBe('var(--bw-review-cell-1)');
    expect(stepOf(line, steps)?.cell).toBe('var(--bw-pass-cell-1)');
  },
);

test('the steps stay between 0 and 100', () => {
  const namesAt = (line: number) => scoreStepsOf(line).map(({ name }) => name);
  expect(namesAt(80)).toEqual([
    ...['under 60%', '60% to 70%', '70% to 80%'],
    ...['80% to 90%, Pass', '90% and more'],
  ]);
  expect(namesAt(100)).toEqual(['under 80%', '80% to 90%', '90% to 100%', '100% and more, Pass']);
  expect(namesAt(90).at(-1)).toBe('90% and more, Pass');
  expect(namesAt(15)).toEqual(['under 5%', '5% to 15%', '15% to 25%, Pass', '25% and more']);
});
