import { passLine, type Verdict } from '#domain/scoring/verdict.ts';

/**
 * The colours of scores, in two ramps: greens from the pass line up, oranges below it. They differ
 * in lightness as well as in hue, so that people who see no red or no green can tell them apart.
 * `score-colors.test.ts` simulates how they see each pair. Brass is for figures without a verdict.
 */
type Ramp = {
  /** Numbers, on every ground. */
  ink: string;
  /** Bars and dots. */
  mark: string;
  /**
   * Backgrounds of a number in the page's text colour, from next to the pass line to furthest away
   * from it.
   */
  cells: readonly string[];
};
type Ramps = Readonly<Record<'pass' | 'review', Ramp>>;

export const scoreColors: Readonly<Record<'light' | 'dark', Ramps>> = {
  light: {
    pass: { ink: '#0f5b3a', mark: '#1c7048', cells: ['#e2f3ea', '#b4e6d2'] },
    review: { ink: '#a85404', mark: '#cc7229', cells: ['#f5b582', '#e69a58', '#d58039'] },
  },
  dark: {
    pass: { ink: '#8fd4b4', mark: '#6fc09a', cells: ['#345246', '#1a634d'] },
    review: { ink: '#e59359', mark: '#e59359', cells: ['#4a2a10', '#6a360c', '#84500f'] },
  },
};

/** Returns the CSS variables `--bw-pass-ink`, `--bw-review-mark`, `--bw-pass-cell-1` and so on. */
export function scoreVariables(
  theme: keyof typeof scoreColors,
  prefix = '--bw',
): Record<string, string> {
  const pairs = Object.entries(scoreColors[theme]).flatMap(([name, { ink, mark, cells }]) => [
    [`${prefix}-${name}-ink`, ink] as const,
    [`${prefix}-${name}-mark`, mark] as const,
    ...cells.map((cell, index) => [`${prefix}-${name}-cell-${index + 1}`, cell] as const),
  ]);
  return Object.fromEntries(pairs);
}

/**
 * The steps of a heat map, the lowest first. The further a step is from the pass line, the deeper
 * its colour.
 */
export const scoreSteps: readonly {
  below: number;
  name: string;
  verdict: Verdict;
  cell: string;
}[] = [
  below(passLine - 20, `under ${passLine - 20}%`, 3),
  below(passLine - 10, `${passLine - 20}% to ${passLine - 10}%`, 2),
  below(passLine, `${passLine - 10}% to ${passLine}%`, 1),
  {
    below: passLine + 10,
    name: `${passLine}% to ${passLine + 10}%, Pass`,
    verdict: 'Pass',
    cell: 'var(--bw-pass-cell-1)',
  },
  {
    below: Infinity,
    name: `${passLine + 10}% and more`,
    verdict: 'Pass',
    cell: 'var(--bw-pass-cell-2)',
  },
];

function below(percent: number, name: string, depth: number) {
  const cell = `var(--bw-review-cell-${depth})`;
  return { below: percent, name, verdict: 'Needs Review' as const, cell };
}

export function stepOf(percent: number) {
  return scoreSteps.find((step) => percent < step.below);
}
