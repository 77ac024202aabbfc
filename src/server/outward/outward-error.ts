/** Why a call to another server failed. */
export type OutwardFailure =
  /** Not a web address that may be called, for example one with http, or with a password in it. */
  | 'bad-address'
  /** The host's address belongs to this machine or its network. */
  | 'private-address'
  | 'unknown-host'
  | 'unreachable'
  /** The server's certificate is not valid for the host. */
  | 'not-trusted'
  | 'too-slow'
  | 'too-large'
  /** The server sent a redirect, which is not followed. */
  | 'redirected'
  /** The reply is not HTTP, or was cut off. */
  | 'unreadable';

/**
 * The error of a failed call. Its message is a sentence for people, and names only the host: a path
 * may hold a secret.
 */
export class OutwardError extends Error {
  readonly failure: OutwardFailure;

  constructor(failure: OutwardFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutwardError';
    this.failure = failure;
  }
}

/** Turns an error of the system into an {@link OutwardError}. */
export function asOutwardError(error: unknown, host: string): OutwardError {
  if (error instanceof OutwardError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code))
    return new OutwardError('unknown-host', `${host} is not known.`, error);
  if (/CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$/.test(code))
    return new OutwardError('not-trusted', `${host} could not prove that it is ${host}.`, error);
  if (/^HPE_|^ERR_HTTP|^ERR_INVALID|^ECONNRESET$|^ERR_STREAM/.test(code) || !code)
    return new OutwardError('unreadable', `${host} gave no answer that can be read.`, error);
  return new OutwardError('unreachable', `${host} cannot be reached.`, error);
}
