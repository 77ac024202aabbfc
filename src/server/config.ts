import { resolve } from 'node:path';

import { z } from 'zod';

import { shortestPassword } from '#domain/people/password.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { StartError } from './start-error.ts';

const noSpace = /^\S+$/;

/**
 * Everything that the environment may set (rule 40). This is the only file that reads it; the
 * rest of the server gets a `Config`.
 */
const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).default(3000),
    DATABASE_URL: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be a URL such as postgres://user@host/name; its password may be PGPASSWORD',
      })
      .refine(
        isReadable,
        'must have each % of its password as %25; or leave it out, and set PGPASSWORD',
      )
      .optional(),
    PGPASSWORD: z.string().optional(),
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
    for (const name of missingForS3(env))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'must be set too where documents go to S3',
      });
  });

export type S3Settings = {
  bucket: string;
  /** None is Amazon's own. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name stands in the path, and not in the host's name. */
  pathStyle: boolean;
};

/** What `outward/` may call beyond https addresses of the internet. */
export type OutwardSettings = {
  /** This machine and private networks. */
  allowsPrivate: boolean;
  allowsHttp: boolean;
};

export type Config = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** A PostgreSQL server in place of the embedded one. */
  databaseUrl: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** Absolute; a distribution's PostgreSQL programs in place of the packaged ones. */
  pgBinDir: string | undefined;
  /** A bucket for evaluation documents, in place of a folder. */
  s3: S3Settings | undefined;
  /** Whether demonstration data and accounts are made. */
  demo: boolean;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  defaultUserPassword: string | undefined;
  /** The origin under which a proxy shows the server, such as `https://survey.example`. */
  publicUrl: string | undefined;
  production: boolean;
  logLevel: NonNullable<z.infer<typeof environment>['LOG_LEVEL']>;
  /** What whoever reads the metrics must bring; without it there are none to read. */
  metricsToken: string | undefined;
  /** How long, when asked to stop, it goes on serving while it says that it is not ready. */
  drainSeconds: number;
  /**
   * Bytes below which the disk of DATA_DIR takes no more files: its last room is the database's.
   * Nothing where the database is elsewhere.
   */
  diskReserve: number;
  /** Hours after its arrival in which whoever sent a response may change its answers (rule 42). */
  correctionHours: number;
  outward: OutwardSettings;
  /** Whose days files name, and requests that name no time zone of their own (rule 46). */
  timeZone: string;
};

/**
 * Reads the settings once, at start. An empty variable counts as unset, since compose files and
 * service units pass on what they do not know as empty text.
 *
 * Throws `StartError`, which names each variable that is wrong and what is wrong with it, and
 * never the value: it may be a secret.
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
    databaseUrl: databaseUrl(set),
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
    outward: {
      allowsPrivate: set.OUTWARD_PRIVATE === '1',
      allowsHttp: set.OUTWARD_HTTP === '1',
    },
    timeZone: set.TIME_ZONE,
  };
}

/** Whether anyone but this machine's own people can reach the server, by itself or by a proxy. */
export function isReachable({ host, publicUrl }: Config): boolean {
  return publicUrl !== undefined || !/^(localhost|127(\.\d+){3}|::1)$/i.test(host);
}

/** Also where the other settings are wrong, which is to be told in the right form. */
export const isProduction = () => process.env['NODE_ENV'] === 'production';

type Environment = z.infer<typeof environment>;

/** With PGPASSWORD where the URL has no password: in a URL / # ? and % would mean something else. */
function databaseUrl({ DATABASE_URL: given, PGPASSWORD: secret }: Environment): string | undefined {
  if (given === undefined || secret === undefined) return given;
  const url = new URL(given);
  if (url.password !== '' || url.searchParams.has('password')) return given;
  // Also where it has no host but a socket's folder: such a URL takes no password before the host.
  url.searchParams.set('password', secret);
  return url.href;
}

/** Whether the driver can read who connects. */
function isReadable(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {};
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** One of its settings asks for all that it needs: half of them would keep documents in a folder. */
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

/** As long as people's own ones must be. */
function password() {
  return z.string().min(shortestPassword, `must have at least ${shortestPassword} characters`);
}

/** Where something is on the web, without a path. */
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
