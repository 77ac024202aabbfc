import { resolve } from 'node:path';

import { z } from 'zod';

import { shortestPassword } from '#domain/people/password.ts';
import { passLine } from '#domain/scoring/verdict.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import {
  databaseSettings,
  givenWithoutUrl,
  readDatabaseUrls,
  type DatabaseUrls,
} from './database-settings.ts';
import { StartError } from './start-error.ts';

const noSpace = /^\S+$/;

/**
 * All environment variables that the server knows (rule 40). Only this file reads them; the rest of
 * the server gets a `Config`.
 */
const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).default(3000),
    ...databaseSettings,
    DATA_DIR: z.string().default('./data'),
    PG_BIN_DIR: z.string().optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be a name of 3 to 63 a-z, 0-9, . and -')
      .optional(),
    S3_ENDPOINT: address('https://s3.example').optional(),
    S3_REGION: z
      .string()
      .regex(/^[\w-]{1,50}$/, 'must be a region such as eu-central-1')
      .optional(),
    S3_ACCESS_KEY_ID: z.string().regex(noSpace, 'must have no space in it').optional(),
    S3_SECRET_ACCESS_KEY: z.string().regex(noSpace, 'must have no space in it').optional(),
    S3_PATH_STYLE: z.enum(['0', '1'], 'must be 1 or 0').optional(),
    DEMO: z.enum(['0', '1'], 'must be 1 or 0').optional(),
    ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
    ADMIN_PASSWORD: password().optional(),
    DEFAULT_USER_PASSWORD: password().optional(),
    PUBLIC_URL: address('https://survey.example').optional(),
    NODE_ENV: z
      .enum(['development', 'production', 'test'], 'must be development, production or test')
      .default('development'),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    DRAIN_SECONDS: wholeNumber(0, 60).default(0),
    DISK_RESERVE_MB: wholeNumber(0, 1_000_000).default(512),
    CORRECTION_HOURS: wholeNumber(0, 8_760).default(24),
    PORTFOLIO_LINE: wholeNumber(1, 100).default(passLine),
    APPEAL_DAYS: wholeNumber(0, 365).default(14),
    ACTION_DAYS: wholeNumber(1, 365).default(14),
    CRITICAL_ACTION_DAYS: wholeNumber(1, 365).default(3),
    EXIT_SCORE: z.enum(['0', '1'], 'must be 1 or 0').default('1'),
    FOUR_EYES: z.enum(['0', '1'], 'must be 1 or 0').default('1'),
    // 1 is refused: a single interview cannot have the same finding as several.
    SAME_FAULT_CRITICAL: wholeNumber(0, 1_000)
      .refine((least) => least !== 1, 'must be 0, or 2 or more')
      .default(0),
    OUTWARD_PRIVATE: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
    OUTWARD_HTTP: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
    TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
      .default('UTC'),
  })
  .refine((env) => env.ADMIN_PASSWORD === undefined || env.ADMIN_EMAIL !== undefined, {
    path: ['ADMIN_EMAIL'],
    error: 'must be set too where ADMIN_PASSWORD is',
  })
  .superRefine((env, context) => {
    for (const name of givenWithoutUrl(env))
      context.addIssue({ code: 'custom', path: [name], message: 'needs DATABASE_URL too' });
    for (const name of missingForS3(env))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'must be set too where documents go to S3',
      });
  });

export type S3Settings = {
  bucket: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** True when the bucket's name is in the path instead of the host's name. */
  pathStyle: boolean;
};

/** What `outward/` may call in addition to https addresses of the internet. */
export type OutwardSettings = {
  /** True to allow this machine and private networks. */
  allowsPrivate: boolean;
  allowsHttp: boolean;
};

export type Config = DatabaseUrls & {
  host: string;
  /** 0 means any free port. */
  port: number;
  /** An absolute path. */
  dataDir: string;
  /** The absolute path of other PostgreSQL programs, to use instead of the packaged ones. */
  pgBinDir: string | undefined;
  /** A bucket for evaluation documents, to use instead of a folder. */
  s3: S3Settings | undefined;
  /** True to make demonstration data and accounts. */
  demo: boolean;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  defaultUserPassword: string | undefined;
  /** The origin under which a proxy publishes the server, such as `https://survey.example`. */
  publicUrl: string | undefined;
  production: boolean;
  logLevel: NonNullable<z.infer<typeof environment>['LOG_LEVEL']>;
  /** The token for reading the metrics. Without it, nobody can read them. */
  metricsToken: string | undefined;
  /**
   * The seconds for which a stopping server goes on serving while it reports that it is not ready.
   */
  drainSeconds: number;
  /**
   * The free bytes below which DATA_DIR's disk takes no more files, because the database needs the
   * rest. 0 when the database is elsewhere.
   */
  diskReserve: number;
  /** The hours after a response's arrival in which its sender may correct it (rule 42). */
  correctionHours: number;
  /** The percentage from which a mean of several responses passes (rules 66 and 99). */
  portfolioLine: number;
  /** The days after a round's approval on which appeals can be filed; 0 for none (rule 108). */
  appealDays: number;
  /** The weekdays after an approval until an action is due, and until a critical one is (rule 132). */
  actionDays: number;
  criticalActionDays: number;
  /** True when an exit meeting shows the score and its causes (rule 157). */
  exitScore: boolean;
  /**
   * True when nobody may approve a round whose interviews they all held (rule 103), decide an appeal in
   * which they had a part (rule 109), or verify an action that they own (rule 134).
   */
  fourEyes: boolean;
  /** In how many interviews of a round the same finding makes it need a review; 0 for never (rule 151). */
  sameFaultCritical: number;
  outward: OutwardSettings;
  /** The time zone of days in files, and of requests that name no time zone (rule 46). */
  timeZone: string;
};

/**
 * Reads the settings once, at start. An empty variable counts as unset, because compose files and
 * service units pass on unknown variables as empty text.
 *
 * Throws a `StartError` that names each wrong variable and what is wrong with it, but never its
 * value, which may be a secret.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartError(`Bellwether cannot start with these settings:\n  ${lines.join('\n  ')}`);
  }
  const set = read.data;
  const production = set.NODE_ENV === 'production';
  return {
    host: set.HOST,
    port: set.PORT,
    ...readDatabaseUrls(set),
    dataDir: resolve(set.DATA_DIR),
    pgBinDir: set.PG_BIN_DIR === undefined ? undefined : resolve(set.PG_BIN_DIR),
    s3: s3Settings(set),
    demo: set.DEMO === undefined ? !production && set.PUBLIC_URL === undefined : set.DEMO === '1',
    adminEmail: set.ADMIN_EMAIL,
    adminPassword: set.ADMIN_PASSWORD,
    defaultUserPassword: set.DEFAULT_USER_PASSWORD,
    publicUrl: set.PUBLIC_URL === undefined ? undefined : new URL(set.PUBLIC_URL).origin,
    production,
    logLevel: set.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metricsToken: set.METRICS_TOKEN,
    drainSeconds: set.DRAIN_SECONDS,
    diskReserve: set.DATABASE_URL === undefined ? set.DISK_RESERVE_MB * 1024 * 1024 : 0,
    correctionHours: set.CORRECTION_HOURS,
    portfolioLine: set.PORTFOLIO_LINE,
    appealDays: set.APPEAL_DAYS,
    actionDays: set.ACTION_DAYS,
    criticalActionDays: set.CRITICAL_ACTION_DAYS,
    exitScore: set.EXIT_SCORE === '1',
    fourEyes: set.FOUR_EYES === '1',
    sameFaultCritical: set.SAME_FAULT_CRITICAL,
    outward: { allowsPrivate: set.OUTWARD_PRIVATE === '1', allowsHttp: set.OUTWARD_HTTP === '1' },
    timeZone: set.TIME_ZONE,
  };
}

/** True when other machines can reach the server, directly or by a proxy. */
export function isReachable({ host, publicUrl }: Config): boolean {
  return publicUrl !== undefined || !/^(localhost|127(\.\d+){3}|::1)$/i.test(host);
}

/**
 * True in production. Works even when other settings are wrong, because that error must be printed
 * in the right form.
 */
export const isProduction = () => process.env['NODE_ENV'] === 'production';

/**
 * Returns the options that npm kept for itself and that may be one of these, also mistyped: their first three
 * letters are those of one of the names. npm turns `npm run restore X --check` into the argument `X` and the
 * environment variable `npm_config_check`. It has no setting of its own that begins like an option of ours.
 */
export function keptByNpm(names: readonly string[]): string[] {
  const beginnings = names.map((name) => `npm_config_${name.slice(0, 3)}`);
  return Object.entries(process.env)
    .filter(([key, value]) => value && beginnings.some((beginning) => key.startsWith(beginning)))
    .map(([key]) => key.slice('npm_config_'.length).replaceAll('_', '-'));
}

type Environment = z.infer<typeof environment>;

/**
 * Returns the missing settings of a bucket, once any of them is set. With only some of them,
 * documents would silently be kept in a folder.
 */
function missingForS3(env: Partial<Environment>): string[] {
  if (!Object.keys(env).some((name) => name.startsWith('S3_'))) return [];
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  return needed.filter((name) => env[name] === undefined);
}

function s3Settings(env: Environment): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_ENDPOINT: endpoint } = env;
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return;
  return {
    bucket,
    endpoint,
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    pathStyle: env.S3_PATH_STYLE === undefined ? endpoint !== undefined : env.S3_PATH_STYLE === '1',
  };
}

function wholeNumber(least: number, most: number) {
  const wanted = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wanted)
    .transform(Number)
    .refine((value) => value >= least && value <= most, wanted);
}

/** The schema of a password, which must be at least as long as people's own passwords. */
function password() {
  return z.string().min(shortestPassword, `must have at least ${shortestPassword} characters`);
}

/** The schema of a web address without a path. */
function address(example: string) {
  return z.string().refine(isOrigin, `must be an address without a path, such as ${example}`);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    `${url.origin}${url.pathname}` === url.href &&
    url.pathname === '/'
  );
}
