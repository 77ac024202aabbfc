/**
 * What a scenario gets: the number of rounds, a source of chance, and a function that reports
 * progress.
 */
export type Chaos = {
  rounds: number;
  /** Returns a number from 0 to 1. The same seed gives the same numbers in each run. */
  chance: () => number;
  say: (line: string) => void;
};

/** Throws unless the condition holds. Works in a program as well as in a test. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Waits until the condition holds; throws after a number of milliseconds. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patience = 60_000,
): Promise<void> {
  for (const end = Date.now() + patience; !(await holds());) {
    must(Date.now() < end, `Waited in vain: ${what}`);
    await new Promise((resolve) => void setTimeout(resolve, 25));
  }
}
