import { parseArgs, type ParseArgsConfig } from 'node:util';

import { keptByNpm } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { say } from './run-command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads the arguments of a command that takes at most one folder: its name, and the values of the
 * options. `usage` is how to write the command, in one line. With `--help` it prints the usage and
 * exits. Throws a `StartError` about anything that the command would ignore, so that a restore
 * never begins by mistake when somebody wanted a check. So it refuses a second word, and an option
 * that npm did not pass on: npm passes on only what follows `--`.
 */
export function readArguments<O extends Options>(
  args: readonly string[],
  usage: string,
  options: O,
) {
  const { positionals, values } = parsed(args, usage, { ...options, help: { type: 'boolean' } });
  if ('help' in values) {
    say(`Usage: ${usage}`);
    process.exit();
  }
  for (const name of keptByNpm(Object.keys(options)))
    if (!(name in values))
      throw new StartError(
        `npm kept --${name} for itself: put -- before the folder.\nUsage: ${usage}`,
      );
  const [folder, surplus] = positionals;
  if (surplus !== undefined)
    throw new StartError(`"${surplus}" is one word too many.\nUsage: ${usage}`);
  return { folder, values };
}

function parsed<O extends Options>(args: readonly string[], usage: string, options: O) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('ERR_PARSE_ARGS_')) throw error;
    // The sentences after the first are advice for programmers.
    throw new StartError(`${message.split(/\.?\s*\n|\. |\.$/)[0]}.\nUsage: ${usage}`);
  }
}
