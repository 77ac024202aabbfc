import { join } from 'node:path';

import type { LaunchOptions } from '@playwright/test';

/** The folder into which the packaged browser is unpacked, named by its version. */
export const unpacked = join('node_modules', '.cache', 'chromium-153.0.0');

/**
 * True when the packaged browser is used. It runs only on this system; elsewhere CHROME_PATH or
 * Playwright's own browser is used.
 */
export const isPackaged =
  !process.env['CHROME_PATH'] && process.platform === 'linux' && process.arch === 'x64';

/**
 * The options to launch the browser. The packaged one brings the libraries that a new machine
 * lacks, so nothing else must be installed.
 */
export const browser: LaunchOptions = {
  ...(process.env['CHROME_PATH'] && { executablePath: process.env['CHROME_PATH'] }),
  ...(isPackaged && {
    executablePath: join(unpacked, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  }),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-quic',
    '--disable-sync',
    '--no-first-run',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
};
