/** Why a call to the outside came to nothing. */
export type OutwardFailure =
  /** Not an address of the web that may be called, such as one with http or with a password in it. */
  | 'bad-address'
  /** It leads to this machine or its network. */
  | 'private-address'
  | 'unknown-host'
  | 'unreachable'
  /** Its certificate is not valid for it. */
  | 'not-trusted'
  | 'too-slow'
  | 'too-large'
  /** It sends the caller elsewhere, which is not followed. */
  | 'redirected'
  /** What it answers is not HTTP, or was cut off. */
  | 'unreadable';

/** The message is a sentence for people. It names the host alone: a path may hold a secret. */
export class OutwardError extends Error {
  readonly failure: OutwardFailure;

  constructor(failure: OutwardFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutwardError';
    this.failure = failure;
  }
}

/** What the system said, as a failure. */
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
