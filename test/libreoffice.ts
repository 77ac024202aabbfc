import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Returns the file as LibreOffice saves it, in each of these formats; empty when LibreOffice is not
 * installed. `samples/` has files that it wrote elsewhere, so that tests check those in any case.
 */
export async function savedByLibreOffice(
  name: string,
  content: Buffer,
  formats: readonly string[] = ['xls', 'xlsx'],
): Promise<[name: string, content: Buffer][]> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-libreoffice-'));
  try {
    await writeFile(join(folder, name), content);
    const saved: [string, Buffer][] = [];
    for (const format of formats) {
      const { error } = spawnSync('soffice', [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        ...['--headless', '--convert-to', format, '--outdir', join(folder, format)],
        join(folder, name),
      ]);
      if (error && 'code' in error && error.code === 'ENOENT') return [];
      if (error) throw error;
      const file = `${parse(name).name}.${format}`;
      saved.push([file, await readFile(join(folder, format, file))]);
    }
    return saved;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
