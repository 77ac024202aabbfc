import { existsSync } from 'node:fs';

import type { Engine } from './engine.ts';

/** Returns a message with the packages to install. Undefined when nothing is missing. */
export function missingPackages(engines: readonly Pick<Engine, 'needs'>[]): string | undefined {
  const lacking = engines
    .flatMap(({ needs }) => needs)
    .filter(({ file }) => !(typeof file === 'string' ? existsSync(file) : file()))
    .map(({ debianPackage }) => debianPackage);
  if (lacking.length === 0) return undefined;
  return (
    `These Debian packages are missing: ${lacking.join(', ')}.\n` +
    `Install them, then run this again: apt-get install ${lacking.join(' ')}`
  );
}
