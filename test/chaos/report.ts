/** What a scenario is given: how often, by which chance, and where to tell of it. */
export type Chaos = {
  rounds: number;
  /** From 0 to 1, the same at each run with the same seed. */
  chance: () => number;
  say: (line: string) => void;
};

/** A condition that must hold, in a program as in a test. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Waits until it holds, and fails after so many milliseconds. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patience = 20_000,
): Promise<void> {
  for (const end = Date.now() + patience; !(await holds());) {
    must(Date.now() < end, `Waited in vain: ${what}`);
    await new Promise((resolve) => void setTimeout(resolve, 25));
  }
}
