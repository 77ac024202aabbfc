import { asStartError } from '#server/db/connection/as-start-error.ts';
import { StartError } from '#server/start-error.ts';

export const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs a command and exits. An error is printed, and the exit code is then 1. */
export async function runCommand(act: () => Promise<void>): Promise<never> {
  try {
    await act();
  } catch (caught) {
    const error = asStartError(caught);
    const told = error instanceof StartError ? error.message : String((error as Error).stack);
    process.stderr.write(`${told}\n`);
    process.exit(1);
  }
  process.exit();
}
