import pg from 'pg';

import { StartError } from '#server/start-error.ts';

/** The SQLSTATEs of a PostgreSQL that cannot be used. Any other state means a bug in our code. */
const states = /^(08|28|3D|53|57|58)|^(25006|42501)$/;
const connection = /Connection terminated|timeout exceeded|ECONN|ETIMEDOUT/;

const advice: Record<string, string> = {
  '28P01': 'check the user and PGPASSWORD',
  '3D000': 'create it first, as docs/operations.md says',
  '42501': 'the role has to own its database',
  '25006': 'it is a replica, which takes no writes',
};

/**
 * Turns an error that says the database cannot be used into a `StartError` of one sentence. The
 * person who starts the server can fix such an error, and a stack would only hide the sentence.
 * Returns any other error unchanged.
 */
export function asStartError(error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  if (
    error instanceof pg.DatabaseError
      ? states.test(error.code ?? '')
      : connection.test(error.message)
  )
    return cannotBeUsed(error);
  const cause = asStartError(error.cause);
  return cause instanceof StartError ? cause : error;
}

/**
 * Returns a `StartError` for anything that failed the very first query: the address, TLS, or the
 * credentials.
 */
export function cannotBeUsed(error: Error & { code?: string; errors?: Error[] }): StartError {
  if (error instanceof StartError) return error;
  // When a host has several addresses, the error holds one error for each and has no message of its
  // own.
  const words = error.message || error.errors?.[0]?.message;
  const why = [words, advice[error.code ?? '']].filter(Boolean).join('; ');
  return new StartError(`The database cannot be used: ${why}.`);
}
