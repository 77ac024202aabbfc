export type Figure = {
  /** What was measured. */
  name: string;
  ours: number;
  unit: 'ms' | 's' | '/s' | 'MB';
  /** The least that it could be, measured in the same run. */
  bare?: number;
  /** Anything else worth printing. */
  note?: string;
};

/**
 * Prints a figure as one line, in the form of README.md. Every benchmark prints its figures with
 * this.
 */
export function report({ name, ours, unit, bare, note }: Figure): void {
  const cells = [
    name.padEnd(46),
    `${written(ours)} ${unit}`.padStart(11),
    ...(bare === undefined ? [] : [`bare ${written(bare)} ${unit}`.padStart(16)]),
    ...(bare === undefined ? [] : [beside(ours, bare, unit).padStart(12)]),
    ...(note === undefined ? [] : [`   ${note}`]),
  ];
  console.log(cells.join(''));
}

/** Prints what the following lines have in common: how much data, or how many clients. */
export function heading(text: string): void {
  console.log(`\n${text}`);
}

function beside(ours: number, bare: number, unit: Figure['unit']): string {
  return unit === '/s' ? `${((100 * ours) / bare).toFixed(0)} %` : `${(ours / bare).toFixed(2)} x`;
}

function written(amount: number): string {
  return amount.toFixed(amount < 10 ? 2 : 0);
}

/** Returns the figure at this share of a sorted list; a share of 1 returns the greatest. */
export function at(share: number, sorted: readonly number[]): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
