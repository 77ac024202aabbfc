import { expect, test } from 'vitest';

import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

test('an empty environment gives a demonstration on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    dataDir: `${process.cwd()}/data`,
    demo: true,
    production: false,
    publicUrl: undefined,
  });
});

test('production makes no demonstration data unless it is asked for', () => {
  expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({
    demo: false,
    production: true,
  });
  expect(readConfig({ NODE_ENV: 'production', DEMO: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0' }).demo).toBe(false);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', ADMIN_PASSWORD: '' })).toEqual(
    readConfig({}),
  );
});

test('what is set is taken', () => {
  const env = {
    HOST: '0.0.0.0',
    PORT: '8080',
    DATABASE_URL: 'postgres://app@db.example/bellwether',
    DATA_DIR: '/srv/bellwether',
    PG_BIN_DIR: '/opt/pg/bin',
    ADMIN_EMAIL: 'ada@example.org',
    ADMIN_PASSWORD: 'long enough by far',
    PUBLIC_URL: 'https://survey.example/',
    LOG_LEVEL: 'debug',
  };
  expect(readConfig(env)).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    databaseUrl: env.DATABASE_URL,
    dataDir: '/srv/bellwether',
    pgBinDir: '/opt/pg/bin',
    adminEmail: 'ada@example.org',
    publicUrl: 'https://survey.example',
    logLevel: 'debug',
  });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['DATABASE_URL', 'mysql://db.example/bellwether'],
  ['DATABASE_URL', 'bellwether'],
  ['DEMO', 'yes'],
  ['ADMIN_EMAIL', 'ada'],
  ['DEFAULT_USER_PASSWORD', 'too short'],
  ['PUBLIC_URL', 'bellwether.example'],
  ['PUBLIC_URL', 'https://survey.example/app'],
  ['PUBLIC_URL', 'https://survey.example/?a'],
  ['PUBLIC_URL', 'ftp://survey.example'],
  ['NODE_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by its name, without the value', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartError);
  expect(read).toThrow(new RegExp(`\n  ${name} must `));
  expect(read).not.toThrow(value);
});

test('everything that is wrong is said at once', () => {
  expect(() => readConfig({ PORT: 'a', DEMO: 'b' })).toThrow(/PORT must [^]*DEMO must /);
});

test('a first password without its e-mail address is refused', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'long enough by far' })).toThrow(
    'ADMIN_EMAIL must be set too where ADMIN_PASSWORD is',
  );
});
