import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The result of a stage of the Dockerfile. */
export type ImageTree = {
  /** The folder that is its root. */
  folder: string;
  /** The folder below the root in which its command runs. */
  home: string;
  settings: Record<string, string>;
  command: string[];
};

/**
 * Builds the image's files below `base` with the Dockerfile's own steps, stage by stage: the same
 * files and commands, on this system. Instead of `npm ci` it links the packages that are installed
 * here, so it needs no network.
 */
export async function makeImageTree(base: string): Promise<ImageTree> {
  const stages = new Map<string, ImageTree>();
  const context = await sendContext(join(base, 'context'));
  let stage: ImageTree | undefined;
  for (const line of (await readFile(join(root, 'Dockerfile'), 'utf8')).split('\n')) {
    const [, instruction, rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      const folder = join(base, name);
      stage = { folder, home: folder, settings: {}, command: [] };
      stages.set(name, stage);
    } else if (stage && instruction === 'WORKDIR') {
      stage.home = join(stage.folder, rest);
      await mkdir(stage.home, { recursive: true });
    } else if (stage && instruction === 'ENV') {
      Object.assign(
        stage.settings,
        Object.fromEntries(rest.split(' ').map((word) => word.split('='))),
      );
    } else if (stage && instruction === 'CMD') {
      stage.command = JSON.parse(rest) as string[];
    } else if (stage && instruction === 'COPY') {
      const words = rest.split(' ');
      const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1];
      const source = from === undefined ? context : stages.get(from)?.folder;
      if (source === undefined) throw new Error(`No stage has the name ${from}.`);
      await copy(source, words.slice(from === undefined ? 0 : 1), stage.home);
    } else if (stage && instruction === 'RUN') {
      await runStep(rest, stage.home);
    }
  }
  if (!stage) throw new Error('The Dockerfile has no stage.');
  return stage;
}

/** Copies the files that .dockerignore lets through. The last matching line decides. */
async function sendContext(folder: string): Promise<string> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).trim().split('\n');
  const isLetThrough = (path: string) => {
    const names = path.split('/');
    const above = names.map((_, at) => names.slice(0, at + 1).join('/'));
    const fits = (line: string) => above.some((one) => matchesGlob(one, line.replace(/^!/, '')));
    return lines.findLast(fits)?.startsWith('!') ?? true;
  };
  const exclude = ['node_modules', 'dist', '.git', 'test-results'];
  for (const entry of globSync('**/{.*,*}', { cwd: root, exclude, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length);
    if (entry.isFile() && isLetThrough(path)) await cp(join(root, path), join(folder, path));
  }
  return folder;
}

/**
 * Copies like the Dockerfile's COPY: a folder's content goes into the target, and a file keeps its
 * name if the target is a folder.
 */
async function copy(source: string, words: string[], home: string): Promise<void> {
  const target = words.at(-1) ?? '';
  for (const word of words.slice(0, -1)) {
    const found = globSync(join(source, word));
    if (found.length === 0) throw new Error(`There is nothing to copy by the name ${word}.`);
    for (const path of found) {
      const isFolder = (await stat(path)).isDirectory();
      const into = !isFolder && target.endsWith('/') ? join(target, basename(path)) : target;
      await link(path, join(home, into));
    }
  }
}

/** Runs a step's commands one by one, with the environment of a new system. */
async function runStep(step: string, home: string): Promise<void> {
  for (const command of step.split(' && ')) {
    // Changing a folder's owner would need the accounts of the image's system.
    if (command.startsWith('install ')) continue;
    if (command === 'npm ci') await takeInstalled(join(home, 'node_modules'));
    else
      await promisify(execFile)('/bin/sh', ['-c', command], { cwd: home, env: freshEnvironment });
  }
}

export const freshEnvironment = {
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: process.env['HOME'] ?? '/tmp',
  npm_config_offline: 'true',
};

async function takeInstalled(folder: string): Promise<void> {
  await link(join(root, 'node_modules'), folder);
  // npm writes to this file, so copy it instead of linking it.
  const record = '.package-lock.json';
  await rm(join(folder, record));
  await copyFile(join(root, 'node_modules', record), join(folder, record));
}

/** Links the files if the system can, because copying a gigabyte takes long. */
async function link(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const run = (flags: string) => promisify(execFile)('cp', [flags, source, target]);
  await run('-al').catch(async () => {
    await rm(target, { recursive: true, force: true });
    await run('-a');
  });
}
