import { existsSync } from 'node:fs';

import type { Engine } from './engine.ts';

/** What to install, by name, where an engine lacks something; nothing where all is there. */
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
