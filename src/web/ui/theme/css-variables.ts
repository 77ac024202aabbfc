import type { CSSVariablesResolver } from '@mantine/core';

import { scoreVariables } from '#web/ui/charts/score-colors.ts';

import { palettes, type PaletteName } from './palettes.ts';

/**
 * The theme's own variables (`--bw-…`), and Mantine's that are too pale by default. With these,
 * text, hints, errors and light buttons have AA contrast in both themes. `--mantine-color-body` is
 * the surface of cards, fields and dialogs. Pages lie on `--bw-ground` below it.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--bw-serif': "'Source Serif 4', Georgia, 'Times New Roman', serif",
    '--bw-shadow-float': '0 8px 28px rgb(20 16 8 / 14%), 0 1px 3px rgb(20 16 8 / 10%)',
  },
  light: { ...lightGround, ...eachColor(lightShades), ...scoreVariables('light') },
  dark: { ...darkGround, ...eachColor(darkShades), ...scoreVariables('dark') },
});

const { gray, dark, pine, brass, red } = palettes;

const lightGround = {
  '--bw-ground': '#f7f5f1',
  '--bw-sunken': gray[1],
  '--bw-line': gray[2],
  '--bw-line-strong': gray[4],
  '--bw-ink': '#1f1d19',
  '--bw-ink-soft': gray[7],
  '--bw-accent': pine[8],
  '--bw-accent-soft': pine[1],
  '--bw-brass': brass[7],
  '--bw-brass-soft': brass[1],
  '--bw-focus': pine[7],
  '--mantine-color-body': '#ffffff',
  '--mantine-color-text': '#1f1d19',
  '--mantine-color-bright': '#12110e',
  '--mantine-color-dimmed': gray[7],
  '--mantine-color-placeholder': '#6d6962',
  '--mantine-color-error': red[7],
  '--mantine-color-anchor': pine[8],
  '--mantine-color-default': '#ffffff',
  '--mantine-color-default-hover': gray[1],
  '--mantine-color-default-color': '#1f1d19',
  '--mantine-color-default-border': gray[4],
  '--mantine-color-disabled': gray[2],
  '--mantine-color-disabled-color': '#6d6962',
  '--mantine-color-disabled-border': gray[3],
};

const darkGround = {
  '--bw-ground': '#141310',
  '--bw-sunken': '#191815',
  '--bw-line': '#33312c',
  '--bw-line-strong': dark[4],
  '--bw-ink': '#eceae5',
  '--bw-ink-soft': '#aba8a1',
  '--bw-accent': pine[4],
  '--bw-accent-soft': '#17312c',
  '--bw-brass': brass[4],
  '--bw-brass-soft': '#33291a',
  '--bw-focus': pine[4],
  '--mantine-color-body': '#1e1c19',
  '--mantine-color-text': '#eceae5',
  '--mantine-color-bright': '#f8f6f2',
  '--mantine-color-dimmed': '#aba8a1',
  '--mantine-color-placeholder': '#96938c',
  '--mantine-color-error': red[4],
  '--mantine-color-anchor': pine[3],
  '--mantine-color-default': '#24221e',
  '--mantine-color-default-hover': '#2e2c27',
  '--mantine-color-default-color': '#eceae5',
  '--mantine-color-default-border': '#4b4843',
  '--mantine-color-disabled': '#2b2925',
  '--mantine-color-disabled-color': '#96938c',
  '--mantine-color-disabled-border': '#363430',
};

type Shades = (color: PaletteName) => {
  filled: string;
  filledHover: string;
  /** The background of quiet text and buttons in this colour. */
  soft: string;
  softHover: string;
  /** Text on `soft` and on every ground. */
  ink: string;
  /** Dots, bars, lines. */
  mark: string;
};

const lightShades: Shades = (color) => {
  const steps = palettes[color];
  return {
    filled: steps[8],
    filledHover: steps[9],
    soft: steps[color === 'gray' ? 2 : 1],
    softHover: steps[color === 'gray' ? 3 : 2],
    ink: steps[8],
    mark: steps[6],
  };
};

const darkShades: Shades = (color) => {
  const steps = palettes[color];
  return {
    filled: steps[7],
    filledHover: `color-mix(in srgb, ${steps[7]} 65%, ${steps[6]})`,
    soft: `color-mix(in srgb, ${steps[5]} 20%, #1e1c19)`,
    softHover: `color-mix(in srgb, ${steps[5]} 30%, #1e1c19)`,
    ink: steps[3],
    mark: steps[4],
  };
};

function eachColor(shades: Shades): Record<string, string> {
  // `dark` is left out. It is the ground of the dark theme, and no colour with a meaning.
  const names = Object.keys(palettes).filter((name) => name !== 'dark') as PaletteName[];
  const pairs = names.flatMap((name): [string, string][] => {
    const { filled, filledHover, soft, softHover, ink, mark } = shades(name);
    return [
      [`--mantine-color-${name}-text`, ink],
      [`--mantine-color-${name}-filled`, filled],
      [`--mantine-color-${name}-filled-hover`, filledHover],
      [`--mantine-color-${name}-light`, soft],
      [`--mantine-color-${name}-light-hover`, softHover],
      [`--mantine-color-${name}-light-color`, ink],
      [`--mantine-color-${name}-outline`, ink],
      [`--mantine-color-${name}-outline-hover`, soft],
      [`--bw-${name}-mark`, mark],
    ];
  });
  return Object.fromEntries(pairs);
}
