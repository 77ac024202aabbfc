import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

const folder = 'docs/systemd';

test('the units start programs that are there, with settings that are known', async () => {
  const page = await readFile('docs/operations.md', 'utf8');
  const settings = [...page.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name);
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
  for (const name of await readdir(folder)) {
    const unit = await readFile(join(folder, name), 'utf8');
    for (const [, program = ''] of unit.matchAll(/^ExecStart=\S+\/bin\/node (?:--\S+ )*(\S+)$/gm))
      expect(await readFile(program, 'utf8')).not.toBe('');
    for (const [, names = ''] of unit.matchAll(/^Environment=(.*)$/gm))
      for (const setting of names.split(' ')) expect(settings).toContain(setting.split('=')[0]);
    expect(links).toContain(`systemd/${name}`);
  }
});

test('systemd has nothing against the units, where there is one to ask', async () => {
  const units = await mkdtemp(join(tmpdir(), 'units-'));
  for (const name of await readdir(folder)) {
    const unit = await readFile(join(folder, name), 'utf8');
    // The check needs an existing program, so use this one.
    await writeFile(join(units, name), unit.replaceAll(/\/opt\/\S+\/bin\/node/g, process.execPath));
  }
  const paths = (await readdir(units)).map((name) => join(units, name));
  const complaints = await promisify(execFile)('systemd-analyze', ['verify', ...paths]).then(
    ({ stderr }) => stderr,
    (error: NodeJS.ErrnoException & { stderr: string }) =>
      error.code === 'ENOENT' ? '' : error.stderr || error.message,
  );
  // Complaints about the system's own units are not ours.
  expect(complaints.split('\n').filter((line) => line.includes('bellwether'))).toEqual([]);
  await rm(units, { recursive: true });
});
