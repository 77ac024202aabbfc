import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/**
 * Turns an error of listening into a `StartError` of one sentence that names the setting to change.
 * Returns any other error unchanged.
 */
export function inListenWords(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): unknown {
  const noName = `HOST=${host} is a name without an address: set HOST to an address of this machine.`;
  const noAddress = `This machine has no address HOST=${host}: set HOST to one that it has, or to 0.0.0.0 for all.`;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use: set PORT to another one.`,
    EADDRNOTAVAIL: noAddress,
    // An address of IPv6 on a machine that has only IPv4.
    EAFNOSUPPORT: noAddress,
    ENOTFOUND: noName,
    EAI_AGAIN: noName,
    EACCES: `This account may not listen on port ${port}: set PORT to one above 1023.`,
  };
  const sentence = sentences[(error as NodeJS.ErrnoException).code ?? ''];
  return sentence === undefined ? error : new StartError(sentence);
}
