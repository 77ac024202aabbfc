import { z } from 'zod';

/** The settings that say how to reach a PostgreSQL server; `config.ts` reads them. */
export const databaseSettings = {
  DATABASE_URL: databaseAddress().optional(),
  DATABASE_DIRECT_URL: databaseAddress().optional(),
  DATABASE_READ_URL: databaseAddress().optional(),
  PGPASSWORD: z.string().optional(),
};

type Set = { [Name in keyof typeof databaseSettings]?: string | undefined };

export type DatabaseUrls = {
  /** The URL of a PostgreSQL server, or of a pooler before it, to use instead of the embedded one. */
  databaseUrl: string | undefined;
  /**
   * The URL of the same server without the pooler. Set exactly when `databaseUrl` leads through a
   * pooler.
   */
  databaseDirectUrl: string | undefined;
  /** The URL of a replica that reads reports and exports. */
  databaseReadUrl: string | undefined;
};

/** The settings that mean nothing without DATABASE_URL. */
const besideUrl = ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;

/** Returns the settings that are given although DATABASE_URL is not. */
export function givenWithoutUrl(env: Set): readonly string[] {
  return env.DATABASE_URL === undefined ? besideUrl.filter((name) => env[name] !== undefined) : [];
}

export function readDatabaseUrls(env: Set): DatabaseUrls {
  return {
    databaseUrl: withPassword(env.DATABASE_URL, env),
    databaseDirectUrl: withPassword(env.DATABASE_DIRECT_URL, env),
    databaseReadUrl: withPassword(env.DATABASE_READ_URL, env),
  };
}

function databaseAddress() {
  return z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a URL such as postgres://user@host/name; its password may be PGPASSWORD',
    })
    .refine(
      isReadable,
      'must have each % of its password as %25; or leave it out, and set PGPASSWORD',
    );
}

/**
 * Returns the URL, with PGPASSWORD when it has no password. In a URL, the characters / # ? and %
 * would have to be encoded.
 */
function withPassword(given: string | undefined, { PGPASSWORD: secret }: Set): string | undefined {
  if (given === undefined || secret === undefined) return given;
  const url = new URL(given);
  if (url.password !== '' || url.searchParams.has('password')) return given;
  // Added as a parameter, because a URL with a socket's folder instead of a host has no place for a password.
  url.searchParams.set('password', secret);
  return url.href;
}

/** True when the driver can decode the URL's user and password. */
function isReadable(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {};
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}
