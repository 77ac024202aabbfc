import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';

import { openDatabase } from '#server/db/connection/connect.ts';
import { startPostgres } from '#server/embedded/start-postgres.ts';
import { tuning } from '#server/embedded/settings.ts';
import { migrate } from '#server/db/connection/migrate.ts';
import { seed } from '#server/db/connection/seed.ts';

import { runtimeOptions } from './server-process.ts';
import { openTestApp } from './test-app.ts';

const dockerfile = await readFile('Dockerfile', 'utf8');
const { scripts, dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const linesOf = (instruction: string) =>
  dockerfile
    .split('\n')
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));

test('the Dockerfile has no finding', () => {
  expect(validate(dockerfile)).toEqual([]);
});

test('it takes the steps that everybody takes', async () => {
  const steps = linesOf('RUN').flatMap((line) => line.split(' && '));
  const own = steps.filter((step) => step.startsWith('npm run '));
  expect(steps[0]).toBe('npm ci');
  expect(own).toEqual(['npm run build']);
  for (const step of own) expect(scripts).toHaveProperty(step.slice('npm run '.length));
  // `npm start` and `npm test` build with the same function, from packages that are needed for
  // building.
  expect(scripts['build']).toBe('node scripts/build.mjs');
  for (const name of ['start', 'test']) {
    const script = await readFile(`scripts/${name}.mjs`, 'utf8');
    expect(script).toContain('await ensurePackages();');
    expect(script).toContain('await ensureBuilt();');
  }
  expect(await readFile('scripts/packages.mjs', 'utf8')).toContain("'--include=dev'");
  // The command that `npm start` runs, after the same steps.
  const [, ...command] = JSON.parse(linesOf('CMD')[0] ?? '[]') as string[];
  const quoted = command.map((word) => `'${word}'`).join(', ');
  const start = (await readFile('scripts/start.mjs', 'utf8')).replaceAll(/\s+/g, ' ');
  expect(start).toContain(`[ ${quoted}, ]`);
  // The command of the unit, and the one that tests and benchmarks measure.
  const unit = await readFile('docs/systemd/bellwether.service', 'utf8');
  expect(unit).toContain(`/bin/node ${command.join(' ')}\n`);
  expect(command.slice(0, -1)).toEqual(runtimeOptions);
});

test('it runs in production, as nobody in particular', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^ENV NODE_ENV=production/m);
  expect(last).toMatch(/^USER node$/m);
  expect(last.indexOf('USER')).toBeLessThan(last.indexOf('CMD ["node", '));
});

test('what runs in it needs no package that is left behind', async () => {
  const imported = new Set<string>();
  for (const path of globSync('src/{server,domain}/**/*.ts')) {
    if (path.endsWith('.test.ts')) continue;
    const text = await readFile(path, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?!import type).*?from '([^'.#][^']*)';$/gm))
      if (!name.startsWith('node:')) imported.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0]);
  }
  expect(imported.size).toBeGreaterThan(10);
  expect([...imported].filter((name) => !(name in dependencies))).toEqual([]);
});

test('its health is what the server says of being ready', async () => {
  const [program, ...args] = JSON.parse(/HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile)![1]!);
  expect(program).toBe('node');
  const stop = new AbortController();
  const server = await openTestApp({ stopping: stop.signal });
  const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  const check = () =>
    promisify(execFile)(process.execPath, args, { env: { PORT: port } }).then(
      () => 'healthy',
      () => 'not healthy',
    );
  expect(await check()).toBe('healthy');
  stop.abort();
  expect(await check()).toBe('not healthy');
  await server.close();
});

test('the composition knows no secret: each is asked for, or without it there is none', async () => {
  const composition = await readFile('compose.yaml', 'utf8');
  const secrets = [
    ...composition.matchAll(/^ +\w*(?:PASSWORD|SECRET|TOKEN|ACCESS_KEY|ROOT_USER)\w*: (.*)$/gm),
  ].map(([, value]) => value);
  expect(secrets.length).toBeGreaterThanOrEqual(9);
  for (const value of secrets) expect(value).toMatch(/^\$\{\w+:(-|\?choose one)\}$/);
  expect(composition).toMatch(/^ +DATABASE_URL: postgres:\/\/bellwether@db\/bellwether$/m);
});

test('it passes on every setting that it does not make itself', async () => {
  const composition = await readFile('compose.yaml', 'utf8');
  const [, app = ''] = /^ {2}app:\n((?: {4}.*\n)+)/m.exec(composition) ?? [];
  const page = await readFile('docs/operations.md', 'utf8');
  const settings = [...page.matchAll(/^\| (`[A-Z\d_]+`(?:, `[A-Z\d_]+`)*) /gm)].flatMap(
    ([, names = '']) => names.replaceAll('`', '').split(', '),
  );
  expect(settings.length).toBeGreaterThan(15);
  // Settings of the image itself, and those of a database on another machine.
  const image = ['HOST', 'PORT', 'DATA_DIR', 'NODE_ENV', 'PG_BIN_DIR', 'DISK_RESERVE_MB'];
  const missing = settings.filter((name) => !image.includes(name) && !app.includes(` ${name}: `));
  expect(missing).toEqual([]);
});

test('its database is set as the embedded one, but for what rules out a replica', async () => {
  const composition = await readFile('compose.yaml', 'utf8');
  const given = [...composition.matchAll(/^ +- --(\w+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  const { wal_level: _level, max_wal_senders: _senders, ...wanted } = tuning;
  expect(Object.fromEntries(given)).toEqual(wanted);
});

test('the account that it makes owns its database, and nothing more', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'composition-'));
  const postgres = await startPostgres({ dataDir, log: () => {} });
  const admin = openDatabase(postgres.connection);
  // The state in which the image's own script leaves the database before ours runs.
  await admin.pool.query("create role postgres superuser login password 'known to all'");
  const script = await readFile('scripts/make-owner.sql', 'utf8');
  const secret = 'a/b#c?d%e';
  expect(script).toContain('\\getenv password POSTGRES_PASSWORD\n');
  for (const statement of script.replace(/^(--|\\).*\n/gm, '').split(';\n')) {
    // Another name, because the cluster already has a database of ours.
    const named = statement.replace(' database bellwether ', ' database composed ');
    await admin.pool.query(named.replace(":'password'", `'${secret}'`));
  }
  const { rows } = await admin.pool.query(
    `select rolname, rolpassword like 'SCRAM-SHA-256%' as secret, rolsuper as super,
       rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more
     from pg_authid where rolname in ('postgres', 'bellwether') order by 1`,
  );
  expect(rows).toEqual([
    { rolname: 'bellwether', secret: true, super: false, more: false },
    { rolname: 'postgres', secret: null, super: true, more: false },
  ]);
  const own = openDatabase({ ...postgres.connection, user: 'bellwether', database: 'composed' });
  await migrate(own.db);
  await seed(own.db, { defaultUserPassword: 'default-password' });
  await expect(own.pool.query("copy (select 1) to program 'true'")).rejects.toThrow(
    'permission denied',
  );
  await own.close();
  await admin.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

test('the bucket beside it does not start without a key of its own', async () => {
  const composition = await readFile('compose.yaml', 'utf8');
  const [, script = ''] = /^ +- \|\n((?: {8}.*\n)+)/m.exec(composition) ?? [];
  expect(script).toContain('minio server');
  const begin = (env: Record<string, string>) =>
    promisify(execFile)(
      '/bin/sh',
      ['-c', script.replaceAll('$$', '$').replace(/mkdir.*/, 'echo started')],
      { env },
    ).then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => stderr,
    );
  const key = { MINIO_ROOT_USER: 'documents', MINIO_ROOT_PASSWORD: 'lighthouse keeper' };
  expect(await begin(key)).toBe('started');
  expect(await begin({ ...key, MINIO_ROOT_PASSWORD: '' })).toContain('set S3_SECRET_ACCESS_KEY');
  expect(await begin({ ...key, MINIO_ROOT_USER: '' })).toContain('set S3_ACCESS_KEY_ID');
  expect(await begin({})).toContain('set S3_ACCESS_KEY_ID');
});

test('every package is known by its digest', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const bare = Object.entries(packages).filter(
    ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'),
  );
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(bare.map(([path]) => path)).toEqual([]);
});
