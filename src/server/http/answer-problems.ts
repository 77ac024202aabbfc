import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import pg from 'pg';

import { constraintProblems, invalid, noRoom, ProblemError } from '#server/problems.ts';
import { problemPage } from './problem-page.ts';

/** Every error leaves as a problem; what is nobody's business stays in the log. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerProblem);
}

/** Also of an address that cannot be read, which no route is there to refuse. */
export function answerProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  // The sender hung up before everything had arrived. That is no failure of the server's.
  const problem = error === request.raw.errored ? cutOff() : toProblem(error);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  sendProblem(reply, problem);
}

const cutOff = () =>
  new ProblemError('malformed-request', 'The request ended before all of it had arrived.');

export function sendProblem(reply: FastifyReply, problem: ProblemError): void {
  reply.request.problem = problem.type;
  if (problem.retryAfter !== undefined)
    void reply.header('retry-after', Math.ceil(problem.retryAfter));
  // A link to a file that was opened in a tab of its own: a person is to read the answer.
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

/** What the parser of HTTP said of bytes that it could not read. */
export type Unreadable = Error & { code?: string; rawPacket?: unknown };

/**
 * Answers, in the same shape, what cannot be read as HTTP: there is no request and no reply yet.
 * `note` gets the problem that it is, also where nobody listens to the answer any more.
 */
export function refuseUnreadable(
  error: Unreadable,
  socket: Socket,
  note: (problem: ProblemError) => void,
): void {
  // Whatever comes after what was refused is unreadable too.
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
  // To HEAD there is no body, as everywhere: its sender would take one for another answer.
  const isHead =
    Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  // A connection that is closed while bytes still come is reset, and the answer lost with it. So
  // they are read and thrown away, until the sender closes too or has had its time to.
  const closing = setTimeout(() => socket.destroy(), lingering).unref();
  socket.once('close', () => clearTimeout(closing));
}

/** Milliseconds for which whoever sent what cannot be read may go on sending it. */
const lingering = 2_000;

function fromParser(code: string | undefined): ProblemError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError('headers-too-large', 'The headers are larger than the server takes.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError('too-slow', 'The request took too long to arrive.');
  return new ProblemError('malformed-request', 'The request cannot be read.');
}

type AnyError = Error & {
  code?: string;
  syscall?: string;
  statusCode?: number;
  errors?: unknown;
};

/** What an error means to whoever asked. */
export function toProblem(error: AnyError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return badInput(error);
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return noRoom();
  if (isUnavailable(error))
    return new ProblemError(
      'try-later',
      'The database does not answer. Nothing was stored; please try again.',
      { retryAfter: 2 },
    );
  return fromFramework(error);
}

type Invalid = { validation: { instancePath: string; message?: string }[] };

/** Each told at its field. */
function badInput(error: Invalid): ProblemError {
  const errors = error.validation.map(({ instancePath, message }) => ({
    path: instancePath.split('/').filter(Boolean).join('.'),
    message: message ?? 'Not valid',
  }));
  const detail = errors[0]?.message ?? 'The request is not valid.';
  return new ProblemError('invalid-input', detail, { errors });
}

/**
 * Classes of database errors that pass: lost or refused connections, rolled back for another's
 * sake, out of room, not ready, shut down by its operator.
 */
const passing = new Set(['08', '40', '53', '55', '57']);

/** A broken constraint by its name; values out of range or of the wrong form are bad input. */
function fromDatabase(error: pg.DatabaseError): ProblemError {
  const byConstraint = constraintProblems[error.constraint ?? '']?.();
  if (byConstraint) return byConstraint;
  const kind = error.code?.slice(0, 2);
  if (kind === '22') return invalid('', 'A value in the request cannot be stored.');
  if (kind !== undefined && passing.has(kind))
    return new ProblemError(
      'try-later',
      'The database is busy. Nothing was stored; please try again.',
      { retryAfter: 2 },
    );
  return new ProblemError('internal-error', 'Something went wrong here. Nothing was stored.');
}

/**
 * The only connections that we make ourselves lead to the database; a bucket's client tells its own
 * problem. One that has a status of its own is the caller's.
 */
function isUnavailable(error: AnyError): boolean {
  if (error.statusCode !== undefined) return false;
  // A host with several addresses gives one error for each of them.
  const [{ syscall = '', code = '' } = error] = (error.errors ?? []) as AnyError[];
  return (
    ['connect', 'getaddrinfo'].includes(syscall) ||
    (['read', 'write'].includes(syscall) && lostConnection.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(
      error.message,
    )
  );
}

/** What a connection ends with, whether the other side cuts it or is gone. */
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
  if (status >= 400 && status < 500)
    return new ProblemError('malformed-request', 'The request cannot be read.');
  return new ProblemError('internal-error', 'Something went wrong here. Nothing was stored.');
}
