import { join } from 'node:path';

import type { LaunchOptions } from '@playwright/test';

/** Where the browser that comes with the packages is unpacked, named by its version. */
export const unpacked = join('node_modules', '.cache', 'chromium-153.0.0');

/** It is built for this system alone; elsewhere CHROME_PATH or Playwright's own browser serves. */
export const isPackaged =
  !process.env['CHROME_PATH'] && process.platform === 'linux' && process.arch === 'x64';

/**
 * The packaged browser brings the libraries that a fresh machine lacks, so nothing has to be
 * installed beside it.
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
