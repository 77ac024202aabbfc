import pg from 'pg';
import { expect, test } from 'vitest';

import { isReachable, readConfig } from './config.ts';
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
    timeZone: 'UTC',
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

test('behind a proxy there is no demonstration unless it is asked for', () => {
  const PUBLIC_URL = 'https://survey.example';
  expect(readConfig({ PUBLIC_URL }).demo).toBe(false);
  expect(readConfig({ PUBLIC_URL, DEMO: '1' }).demo).toBe(true);
});

test.each([
  [{}, false],
  [{ HOST: 'localhost' }, false],
  [{ HOST: '127.0.0.2' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::' }, true],
  [{ HOST: '192.168.0.7' }, true],
  [{ PUBLIC_URL: 'https://survey.example' }, true],
])('by %j it can be reached from other machines: %s', (env, expected) => {
  expect(isReachable(readConfig(env))).toBe(expected);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', ADMIN_PASSWORD: '' })).toEqual(
    readConfig({}),
  );
});

test('settings come from the environment', () => {
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
    TIME_ZONE: 'Europe/Berlin',
    OUTWARD_PRIVATE: '1',
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
    timeZone: 'Europe/Berlin',
    outward: { allowsPrivate: true, allowsHttp: false },
  });
});

/** Returns the password that the driver reads from the URL which the settings give. */
const passwordFor = (env: Record<string, string>) =>
  new pg.Client({ connectionString: readConfig(env).databaseUrl }).password;

test('any password reaches the database, beside the URL or encoded in it', () => {
  const secret = 'a/b#c?d%e f+g&h=i@j:k%41';
  const socket = 'postgres:///bellwether?host=%2Frun%2Fpostgres&user=app';
  for (const DATABASE_URL of ['postgres://app@db/bellwether', socket])
    expect(passwordFor({ DATABASE_URL, PGPASSWORD: secret })).toBe(secret);
  const DATABASE_URL = `postgres://app:${encodeURIComponent(secret)}@db/bellwether`;
  expect(passwordFor({ DATABASE_URL })).toBe(secret);
  expect(passwordFor({ DATABASE_URL, PGPASSWORD: 'another' })).toBe(secret);
});

test('the addresses past a pooler and of a replica have the same password, and need DATABASE_URL', () => {
  const urls = {
    DATABASE_URL: 'postgres://app@pooler/bellwether',
    DATABASE_DIRECT_URL: 'postgres://app@first/bellwether',
    DATABASE_READ_URL: 'postgres://app@second/bellwether',
  };
  expect(readConfig({ ...urls, PGPASSWORD: 'a/b' })).toMatchObject({
    databaseUrl: 'postgres://app@pooler/bellwether?password=a%2Fb',
    databaseDirectUrl: 'postgres://app@first/bellwether?password=a%2Fb',
    databaseReadUrl: 'postgres://app@second/bellwether?password=a%2Fb',
  });
  expect(() => readConfig({ ...urls, DATABASE_URL: '' })).toThrow(
    /DATABASE_DIRECT_URL needs DATABASE_URL too\n {2}DATABASE_READ_URL needs DATABASE_URL too/,
  );
});

test('a URL that the driver could not read is refused', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://app:50%off@db/bellwether' })).toThrow(
    /DATABASE_URL must have each % .*PGPASSWORD/,
  );
  expect(() => readConfig({ DATABASE_URL: 'postgres://app:a/b@db/bellwether' })).toThrow(
    /DATABASE_URL must be a URL .*PGPASSWORD/,
  );
});

const s3 = {
  S3_BUCKET: 'our-documents',
  S3_ACCESS_KEY_ID: 'BELLWETHER',
  S3_SECRET_ACCESS_KEY: 'a/secret+of=sorts',
};

test('documents go to a bucket where one is set, to a folder where none is', () => {
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig({ ...s3, S3_REGION: 'eu-central-1' }).s3).toEqual({
    bucket: 'our-documents',
    endpoint: undefined,
    region: 'eu-central-1',
    accessKeyId: 'BELLWETHER',
    secretAccessKey: 'a/secret+of=sorts',
    pathStyle: false,
  });
  const S3_ENDPOINT = 'https://s3.example:9000';
  expect(readConfig({ ...s3, S3_ENDPOINT }).s3).toMatchObject({
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    pathStyle: true,
  });
  expect(readConfig({ ...s3, S3_ENDPOINT, S3_PATH_STYLE: '0' }).s3?.pathStyle).toBe(false);
});

test.each(Object.keys(s3))('half the settings of a bucket are refused: without %s', (name) => {
  expect(() => readConfig({ ...s3, [name]: '' })).toThrow(
    `${name} must be set too where documents go to S3`,
  );
});

test('production tells of each request, unless it is told otherwise', () => {
  expect(readConfig({}).logLevel).toBe('warn');
  expect(readConfig({ NODE_ENV: 'production' }).logLevel).toBe('info');
  expect(readConfig({ NODE_ENV: 'production', LOG_LEVEL: 'error' }).logLevel).toBe('error');
});

test('the last room is kept for a database that is on the same disk', () => {
  expect(readConfig({}).diskReserve).toBe(512 * 1024 * 1024);
  expect(readConfig({ DISK_RESERVE_MB: '1' }).diskReserve).toBe(1024 * 1024);
  expect(readConfig({ DATABASE_URL: 'postgres://db.example/bellwether' }).diskReserve).toBe(0);
});

test('whoever sent a response may correct it for a day, or as long as is set', () => {
  expect(readConfig({}).correctionHours).toBe(24);
  expect(readConfig({ CORRECTION_HOURS: '0' }).correctionHours).toBe(0);
});

test('an average passes from 80 %, or from the line that is set', () => {
  expect(readConfig({}).portfolioLine).toBe(80);
  expect(readConfig({ PORTFOLIO_LINE: '70' }).portfolioLine).toBe(70);
});

test('two people see a round before it counts as approved, unless that is switched off', () => {
  expect(readConfig({}).fourEyes).toBe(true);
  expect(readConfig({ FOUR_EYES: '0' }).fourEyes).toBe(false);
});

test('an exit meeting shows the score, unless that is switched off', () => {
  expect(readConfig({}).exitScore).toBe(true);
  expect(readConfig({ EXIT_SCORE: '0' }).exitScore).toBe(false);
});

test('the same finding in several interviews makes nothing critical, unless it is set from how many on', () => {
  expect(readConfig({}).sameFaultCritical).toBe(0);
  expect(readConfig({ SAME_FAULT_CRITICAL: '3' }).sameFaultCritical).toBe(3);
});

test.each([
  ['FOUR_EYES', 'maybe'],
  ['EXIT_SCORE', 'yes'],
  ['SAME_FAULT_CRITICAL', '1'],
  ['SAME_FAULT_CRITICAL', '1001'],
  ['APPEAL_DAYS', '366'],
  ['ACTION_DAYS', '0'],
  ['CRITICAL_ACTION_DAYS', '366'],
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['METRICS_TOKEN', 'too short'],
  ['DRAIN_SECONDS', '61'],
  ['DISK_RESERVE_MB', '1.5'],
  ['CORRECTION_HOURS', 'a day'],
  ['CORRECTION_HOURS', '8761'],
  ['PORTFOLIO_LINE', '000'],
  ['PORTFOLIO_LINE', '101'],
  ['PORTFOLIO_LINE', '72.5'],
  ['TIME_ZONE', 'Berlim'],
  ['OUTWARD_HTTP', 'true'],
  ['PORT', '3000.5'],
  ['DATABASE_URL', 'mysql://db.example/bellwether'],
  ['DATABASE_URL', 'bellwether'],
  ['DATABASE_DIRECT_URL', 'bellwether'],
  ['DATABASE_READ_URL', 'bellwether'],
  ['DEMO', 'yes'],
  ['ADMIN_EMAIL', 'ada'],
  ['DEFAULT_USER_PASSWORD', 'too short'],
  ['PUBLIC_URL', 'bellwether.example'],
  ['PUBLIC_URL', 'https://survey.example/app'],
  ['PUBLIC_URL', 'https://survey.example/?a'],
  ['PUBLIC_URL', 'ftp://survey.example'],
  ['S3_BUCKET', 'Our_Bucket'],
  ['S3_BUCKET', '10'],
  ['S3_ENDPOINT', 'storage.internal'],
  ['S3_ENDPOINT', 'https://storage.internal/bucket'],
  ['S3_REGION', 'eu central'],
  ['S3_ACCESS_KEY_ID', 'two words'],
  ['S3_SECRET_ACCESS_KEY', 'secret with spaces'],
  ['S3_PATH_STYLE', 'path'],
  ['NODE_ENV', 'staging'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by its name, without the value', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartError);
  expect(read).toThrow(new RegExp(`\n  ${name} must `));
  expect(read).not.toThrow(value);
});

test('all errors are listed at once', () => {
  expect(() => readConfig({ PORT: 'a', DEMO: 'b' })).toThrow(/PORT must [^]*DEMO must /);
});

test('a first password without its e-mail address is refused', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'long enough by far' })).toThrow(
    'ADMIN_EMAIL must be set too where ADMIN_PASSWORD is',
  );
});
