import type { Verdict } from '#domain/scoring/verdict.ts';

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
export function scoreVariables(theme: keyof typeof scoreColors): Record<string, string> {
  const pairs = Object.entries(scoreColors[theme]).flatMap(([name, { ink, mark, cells }]) => [
    [`--bw-${name}-ink`, ink] as const,
    [`--bw-${name}-mark`, mark] as const,
    ...cells.map((cell, index) => [`--bw-${name}-cell-${index + 1}`, cell] as const),
  ]);
  return Object.fromEntries(pairs);
}

/** A step of a heat map. It goes up to `below`, which is infinite for the highest step. */
type ScoreStep = { below: number; name: string; verdict: Verdict; cell: string };

/**
 * Returns the steps of a heat map around the portfolio's line, the lowest first. The further a step
 * is from the line, the deeper its colour. Steps outside 0 to 100 are left out.
 */
export function scoreStepsOf(line: number): ScoreStep[] {
  const begins = [line - 20, line - 10, line, line + 10].filter(
    (from) => from > 0 && (from < 100 || from === line),
  );
  return [0, ...begins].map((from, index) => {
    const to = begins[index];
    const verdict = from < line ? 'Needs Review' : 'Pass';
    return {
      below: to ?? Infinity,
      name: `${span(from, to)}${from === line ? ', Pass' : ''}`,
      verdict,
      cell:
        to !== undefined && verdict === 'Needs Review'
          ? `var(--bw-review-cell-${1 + (line - to) / 10})`
          : `var(--bw-pass-cell-${from === line ? 1 : 2})`,
    };
  });
}

function span(from: number, to: number | undefined): string {
  if (to === undefined) return `${from}% and more`;
  return from === 0 ? `under ${to}%` : `${from}% to ${to}%`;
}

export function stepOf(percent: number, steps: readonly ScoreStep[]) {
  return steps.find((step) => percent < step.below);
}
