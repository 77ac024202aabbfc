import pg from 'pg';

import { StartError } from '#server/start-error.ts';

/** What a PostgreSQL that cannot be used says of itself, by SQLSTATE. Other states are defects of ours. */
const states = /^(08|28|3D|53|57|58)|^(25006|42501)$/;
const connection = /Connection terminated|timeout exceeded|ECONN|ETIMEDOUT/;

const advice: Record<string, string> = {
  '28P01': 'check the user and PGPASSWORD',
  '3D000': 'create it first, as docs/operations.md says',
  '42501': 'the role has to own its database',
  '25006': 'it is a replica, which takes no writes',
};

/**
 * A database that cannot be used stops the start. Whoever starts us can mend that and needs no stack:
 * the error becomes a `StartError` of one sentence. Any other error stays as it is.
 */
export function inOneSentence(error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  if (
    error instanceof pg.DatabaseError
      ? states.test(error.code ?? '')
      : connection.test(error.message)
  )
    return cannotBeUsed(error);
  const cause = inOneSentence(error.cause);
  return cause instanceof StartError ? cause : error;
}

/** The same for whatever stopped the very first question to a database: its address, TLS, who asks. */
export function cannotBeUsed(error: Error & { code?: string; errors?: Error[] }): StartError {
  if (error instanceof StartError) return error;
  // A host with several addresses has an error for each, and no words of its own.
  const words = error.message || error.errors?.[0]?.message;
  const why = [words, advice[error.code ?? '']].filter(Boolean).join('; ');
  return new StartError(`The database cannot be used: ${why}.`);
}
