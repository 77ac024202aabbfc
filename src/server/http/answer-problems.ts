import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import pg from 'pg';

import { endedConnection } from '#server/db/connection/end-of-connection.ts';
import { constraintProblems, invalid, noRoom, ProblemError } from '#server/problems.ts';
import { problemPage } from './problem-page.ts';

/** Sends every error as a problem. Details that callers must not see go to the log only. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerProblem);
}

/**
 * Sends an error as a problem. Also used for an address that cannot be parsed, which reaches no
 * route.
 */
export function answerProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // The sender hung up before the whole request had arrived. That is not the server's failure.
  const problem = error === request.raw.errored ? cutOff() : toProblem(error);
  if (problem.status >= 500) request.log.error({ err: toLog(error) }, 'request failed');
  sendProblem(reply, problem);
}

/** Returns the database's own error when a problem was made of one, so that the log says its SQLSTATE. */
function toLog(error: Error): Error {
  return error.cause instanceof pg.DatabaseError ? error.cause : error;
}

const cutOff = () =>
  new ProblemError('malformed-request', 'The request ended before all of it had arrived.');

export function sendProblem(reply: FastifyReply, problem: ProblemError): void {
  reply.request.problem = problem.type;
  if (problem.retryAfter !== undefined)
    void reply.header('retry-after', Math.ceil(problem.retryAfter));
  // A person opened a link to a file in a tab of its own, and should see a page.
  if (reply.request.headers['sec-fetch-mode'] === 'navigate')
    return void reply
      .code(problem.status)
      .type('text/html; charset=utf-8')
      .serializer(String)
      .send(problemPage(problem));
  void reply
    .code(problem.status)
    .type('application/problem+json')
    .serializer((payload) => JSON.stringify(payload))
    .send({ ...problem.toProblem(), requestId: reply.request.id });
}

/** The HTTP parser's error about bytes that it could not parse. */
export type Unreadable = Error & { code?: string; rawPacket?: unknown };

/**
 * Replies to bytes that cannot be parsed as HTTP, in the same shape as any error. There is no
 * request and no reply object yet. `note` gets the problem even when nobody reads the reply any
 * more.
 */
export function refuseUnreadable(
  error: Unreadable,
  socket: Socket,
  note: (problem: ProblemError) => void,
): void {
  // After the first unreadable bytes, everything that follows is unreadable too.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  const problem = fromParser(error.code);
  note(problem);
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(problem.toProblem());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // A reply to HEAD has no body: its sender would take the body for the next reply.
  const isHead =
    Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  // If the connection is closed while bytes still arrive, it is reset and the reply is lost. So
  // read and discard them until the sender closes it too, or the time is up.
  const closing = setTimeout(() => socket.destroy(), lingering).unref();
  socket.once('close', () => clearTimeout(closing));
}

/** The milliseconds for which a sender of unreadable bytes may go on sending. */
const lingering = 2_000;

function fromParser(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError('headers-too-large', 'The headers are larger than the server takes.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError('too-slow', 'The request took too long to arrive.');
  return new ProblemError('malformed-request', 'The request cannot be read.');
}

/** Returns the error that the percent signs of an address cannot be decoded to UTF-8. */
export function badAddress(): ProblemError {
  return new ProblemError(
    'malformed-request',
    'The address is not percent-encoded UTF-8. A percent sign is written as %25.',
  );
}

type AnyError = Error & {
  code?: string;
  syscall?: string;
  /** Set by the framework when a reply could not be written. */
  serialization?: unknown;
  statusCode?: number;
  errors?: unknown;
};

/** Returns the problem that an error means for the caller. */
export function toProblem(error: AnyError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return badInput(error);
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return noRoom();
  if (error.serialization !== undefined) return unwritten();
  if (isUnavailable(error)) return tryLater(wasSent(error) ? notAnswering : unreachable);
  return fromFramework(error);
}

/**
 * The messages when the database does not respond. It stored nothing when it never got the call, or reported
 * that it rolled the call back. When the connection is lost in between, it may have committed everything, and
 * only its reply got lost. Then the message must claim neither. Sending the call again stores it once.
 */
const unreachable = 'The database does not answer. Nothing was stored; please try again.';
const notAnswering =
  'The database does not answer, so it is not known whether this was stored. Please try again: ' +
  'it counts once.';

/** Returns the problem of a reply that does not fit its schema. It is written when the transaction is over. */
const unwritten = () =>
  new ProblemError(
    'internal-error',
    'Something went wrong here, so it is not known whether this was stored.',
  );

const tryLater = (detail: string) => new ProblemError('try-later', detail, { retryAfter: 2 });

/**
 * Returns the problem when the database's disk is full. It is a 503 and not a 507: a device sends the
 * same again after either, but only the 503 says when. It asks for half a minute, because somebody
 * has to make room first.
 */
const fullDisk = () =>
  new ProblemError(
    'try-later',
    "The server's disk is full. Nothing was stored; please tell an administrator and try again later.",
    { retryAfter: 30 },
  );

type Invalid = { validation: { instancePath: string; message?: string }[] };

/** Lists each error with its field. */
function badInput(error: Invalid): ProblemError {
  const errors = error.validation.map(({ instancePath, message }) => ({
    path: instancePath.split('/').filter(Boolean).join('.'),
    message: message ?? 'Not valid',
  }));
  const detail = errors[0]?.message ?? 'The request is not valid.';
  return new ProblemError('invalid-input', detail, { errors });
}

/**
 * Classes of SQLSTATEs that pass: connections that are lost or refused, transactions rolled back
 * because of others, no resources, not ready, shut down by an operator.
 */
const passing = new Set(['08', '40', '53', '55', '57']);

/**
 * Returns the problem of a database error: a violated constraint by its name; values out of range
 * or of the wrong form as invalid input.
 */
function fromDatabase(error: pg.DatabaseError): ProblemError {
  const byConstraint = constraintProblems[error.constraint ?? '']?.();
  if (byConstraint) return byConstraint;
  const kind = error.code?.slice(0, 2);
  if (kind === '22') return invalid('', 'A value in the request cannot be stored.');
  if (error.code === '25006')
    return tryLater('The database takes no writes now. Nothing was stored; please try again.');
  if (error.code === '53100') return fullDisk();
  // A row names a person or a thing that was deleted while the call ran. Sent again, the call sees that it is gone.
  if (error.code === '23503')
    return tryLater(
      'Something that this names was deleted meanwhile. Nothing was stored; please try again.',
    );
  if (kind !== undefined && passing.has(kind))
    return tryLater(
      endedConnection(error)
        ? notAnswering
        : 'The database is busy. Nothing was stored; please try again.',
    );
  return new ProblemError('internal-error', 'Something went wrong here. Nothing was stored.');
}

/**
 * True when the database cannot be reached. The only connections that we open ourselves lead to the
 * database; the client of a bucket reports its own problem. An error with a status of its own was
 * caused by the caller.
 */
function isUnavailable(error: AnyError): boolean {
  if (error.statusCode !== undefined) return false;
  // When a host has several addresses, the error holds one error for each.
  const [{ syscall = '', code = '' } = error] = (error.errors ?? []) as AnyError[];
  return (
    ['connect', 'getaddrinfo'].includes(syscall) ||
    (['read', 'write'].includes(syscall) && lostConnection.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
      error.message,
    )
  );
}

/** True when the call may have reached the database before the connection was lost. */
function wasSent(error: AnyError): boolean {
  const [{ syscall = '' } = error] = (error.errors ?? []) as AnyError[];
  return (
    !['connect', 'getaddrinfo'].includes(syscall) &&
    !/timeout exceeded when trying to connect|due to connection timeout/.test(error.message)
  );
}

/** The codes of a lost connection, whether the other side closed it or disappeared. */
const lostConnection = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);

function fromFramework(error: AnyError): ProblemError {
  const status = error.statusCode ?? 500;
  if (status === 413)
    return new ProblemError('too-large', 'What was sent is larger than the server accepts.');
  if (status === 415) return new ProblemError('wrong-media-type', 'Please send JSON.');
  if (status === 429)
    return new ProblemError('too-many-attempts', 'Please wait a moment and try again.');
  if (error.code === 'FST_ERR_BAD_URL') return badAddress();
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY')
    return new ProblemError('malformed-request', 'The body cannot be read as JSON.');
  if (status >= 400 && status < 500)
    return new ProblemError('malformed-request', 'The request cannot be read.');
  return new ProblemError('internal-error', 'Something went wrong here. Nothing was stored.');
}
