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

import { passLine, verdictOfPercent } from '#domain/scoring/verdict.ts';
import { cssVariables } from './css-variables.ts';
import { scoreColors, scoreSteps, stepOf } from './score-colors.ts';

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

  test('every step has its colour', () => {
    for (const { cell } of scoreSteps)
      expect(variable(cell.slice('var('.length, -1))).toMatch(/^#/);
  });
});

test('paper has the colours of the light theme', () => {
  const { variables } = cssVariables({} as never);
  expect(variables['--bw-paper-pass-ink']).toBe(scoreColors.light.pass.ink);
  expect(variables['--bw-paper-review-mark']).toBe(scoreColors.light.review.mark);
});

test('a step is on the side of the line that its verdict says', () => {
  for (let tenths = 0; tenths <= 1_000; tenths += 1)
    expect(stepOf(tenths / 10)?.verdict).toBe(verdictOfPercent(tenths / 10));
  expect(stepOf(passLine - 0.1)?.cell).toBe('var(--bw-review-cell-1)');
  expect(stepOf(passLine)?.cell).toBe('var(--bw-pass-cell-1)');
  expect(stepOf(0)?.cell).toBe('var(--bw-review-cell-3)');
});
