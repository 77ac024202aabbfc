import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { inflate } from '@sparticuz/chromium';

import { browser, isPackaged, unpacked } from './browser.ts';

const packed = join('node_modules', '@sparticuz', 'chromium', 'bin');
const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br'];

/** Unpacks the packaged browser once, and checks that it starts. */
export default async function unpackBrowser() {
  if (isPackaged && !existsSync(unpacked)) await unpack();
  const { executablePath, env } = browser;
  if (!executablePath) return;
  const { status, stderr, error } = spawnSync(executablePath, ['--version'], {
    env,
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new Error(
    `The browser at ${executablePath} does not start: ${error?.message ?? stderr}\n` +
      'Install what it misses, or set CHROME_PATH to a Chrome or Chromium that does.',
  );
}

/**
 * Unpacks into a new folder and renames that at the end: the unpacking code accepts whatever is
 * already there, even half a file.
 */
async function unpack() {
  await mkdir(dirname(unpacked), { recursive: true });
  const folder = await mkdtemp(`${unpacked}-`);
  const usual = process.env['TMPDIR'];
  // The unpacking code always uses the folder for temporary files.
  process.env['TMPDIR'] = folder;
  try {
    await Promise.all(archives.map((archive) => inflate(join(packed, archive))));
  } finally {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  }
  await writeFile(join(folder, 'fonts.conf'), fontSettings(resolve(unpacked)));
  await rename(folder, unpacked).catch(() => rm(folder, { recursive: true }));
}

function fontSettings(folder: string) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
