import type { ZodType } from 'zod';

import { problemSchema, type Problem } from '#domain/problems/problem.ts';
import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { knownVersionHeader, versionHeader } from '#domain/sync/version-headers.ts';
import { endWhenOffline } from './end-when-offline.ts';
import { fetchInSession } from './fetch-in-session.ts';

/**
 * A call to the server. Screens make all their calls through this file: it sends cookies, declares
 * JSON only when there is a body, and checks every reply against a schema.
 */
export type Call<T> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** For example `/api/hotels/17`. */
  path: string;
  /** Undefined values and empty texts are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON; a FormData is sent as it is. */
  body?: unknown;
  /**
   * The schema of the reply. A reply without a body is undefined if the schema allows that,
   * otherwise null.
   */
  schema: ZodType<T>;
  /**
   * Makes it safe to send the call again. Every creating call needs one, made by
   * `newRequestKey` once per intent.
   */
  requestKey?: string;
  /** The digest of the file in a FormData. */
  digest?: string;
  signal?: AbortSignal;
};

/** Thrown for every reply that is no success. For the message see rule 50. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  /** Words that can be shown as they are. */
  readonly detail: string;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.problem = readProblem(body);
    this.detail = this.problem?.detail ?? plainWords(status);
  }
}

/** Returns whether the server has no such record, or does not show it to this person. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

type Lost = ErrorOptions & { isSent?: boolean };

/**
 * Thrown when our server did not reply: there is no network, or something on it replied instead.
 */
export class OfflineError extends Error {
  readonly detail = 'No connection to Bellwether. Check the network and try again.';
  /** False when there was no network to begin with, so nothing can have been done. */
  readonly isSent: boolean;

  constructor({ isSent = true, ...options }: Lost = {}) {
    super('No connection', options);
    this.name = 'OfflineError';
    this.isSent = isSent;
  }
}

/**
 * Returns whether it is not known what the server did: its reply got lost, or it failed on the way.
 */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof OfflineError) return error.isSent;
  return error instanceof ApiError && error.status >= 500;
}

/**
 * Returns whether the screen may show what is no longer so after a refused change: the record is gone, somebody
 * changed it meanwhile, or the change was stored and its reply got lost.
 */
export function isOutdated(error: unknown): boolean {
  const isConflict = error instanceof ApiError && error.status === 409;
  return isConflict || isNotFound(error) || isUnanswered(error);
}

/**
 * Returns one sentence for people about an error. `otherwise` is for errors that come neither from
 * the server nor from the network.
 */
export function detailOf(
  error: unknown,
  otherwise = 'Something went wrong here. Please reload the page and try again.',
): string {
  if (error instanceof ApiError || error instanceof OfflineError) return error.detail;
  return otherwise;
}

/**
 * Returns what the server found wrong with an uploaded file, otherwise {@link detailOf} the error.
 */
export function reasonOf(error: unknown, otherwise?: string): string {
  const found = (error instanceof ApiError && error.problem?.errors) || [];
  return found.map(({ message }) => message).join(' ') || detailOf(error, otherwise);
}

const signedOutListeners = new Set<() => void>();

/**
 * Calls the listener on every 401, except those of signing in itself. Returns a function that stops
 * it.
 */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

export async function call<T>(request: Call<T>): Promise<T> {
  const { answer } = await exchange(request);
  return resultOf(request, answer);
}

/** A reply with the version that the server gave it, if any. */
export type Versioned<T> = { value: T; version: string | undefined };

/**
 * Makes a call. If the reply would be the same as `held`, the server says so without a body, and this returns
 * `held`.
 */
export async function callAgain<T>(request: Call<T>, held?: Versioned<T>): Promise<Versioned<T>> {
  const { answer, version } = await exchange(request, held?.version);
  if (held && answer.status === 304) return held;
  return { value: resultOf(request, answer), version };
}

/** The server's reply, no matter whether `fetch` or XMLHttpRequest received it. */
type Answer = { status: number; statusText: string; contentType: string; text: string };

/** Returns the parsed reply; throws if the reply is a refusal or does not match the schema. */
export function resultOf<T>({ path, schema }: Pick<Call<T>, 'path' | 'schema'>, answer: Answer): T {
  if (answer.status < 200 || answer.status > 299) throw refusal(path, answer);
  if (answer.text === '') return parseEmpty(schema);
  // The sign-in page of a hotel's network is not our reply, even with status 200.
  if (!/[/+]json\b/.test(answer.contentType)) throw new OfflineError();
  return schema.parse(JSON.parse(answer.text));
}

/**
 * Returns the error for a refused call. If the session has ended, it also calls the listeners of
 * {@link onSignedOut}.
 */
export function refusal(path: string, { status, statusText, text }: Answer): ApiError {
  const error = new ApiError(status, statusText, text);
  if (status === 401 && error.problem && path !== '/api/auth/login')
    for (const tell of signedOutListeners) tell();
  return error;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const { status, statusText, headers } = response;
  const text = await orOffline(() => response.text());
  return { status, statusText, contentType: headers.get('content-type') ?? '', text };
}

/** Sends a call and reads its reply, as long as the server can be reached. */
function exchange<T>(request: Call<T>, known?: string) {
  return endWhenOffline(async (signal) => {
    const response = await send({ ...request, signal }, known);
    const version = response.headers.get(versionHeader) ?? undefined;
    return { answer: await readAnswer(response), version };
  }, request.signal);
}

async function send<T>(request: Call<T>, version?: string): Promise<Response> {
  const { method = 'GET', path, query = {}, body, requestKey, digest, signal } = request;
  const headers = new Headers({ accept: 'application/json' });
  if (version) headers.set(knownVersionHeader, version);
  if (requestKey) headers.set(requestKeyHeader, requestKey);
  if (digest) headers.set(digestHeader, digest);
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', 'application/json');
  const init: RequestInit = { method, headers, credentials: 'include' };
  if (body !== undefined) init.body = body instanceof FormData ? body : JSON.stringify(body);
  if (signal) init.signal = signal;
  const isSent = hasNetwork();
  return orOffline(() => fetchInSession(addressOf(path, query), init), isSent);
}

/** Returns false when the browser knows of no network. Node, in which tests run the sync, cannot say. */
export const hasNetwork = () => !('onLine' in navigator) || navigator.onLine !== false;

/** Turns network errors into {@link OfflineError}. An aborted call keeps its AbortError. */
export async function orOffline<T>(act: () => Promise<T>, isSent = true): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new OfflineError({ cause: error, isSent });
  }
}

export function addressOf(path: string, query: NonNullable<Call<unknown>['query']>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

function parseEmpty<T>(schema: ZodType<T>): T {
  const parsed = schema.safeParse(undefined);
  return parsed.success ? parsed.data : schema.parse(null);
}

function readProblem(body: string): Problem | undefined {
  try {
    return problemSchema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

function plainWords(status: number): string {
  if (status === 401) return 'Please sign in.';
  if (status === 403) return "You don't have permission to do this.";
  if (status === 404) return 'We couldn’t find this. It may have been deleted.';
  if (status === 413) return 'The file is too large.';
  if (status === 429) return 'Please wait a moment and try again.';
  return status >= 500
    ? 'The server could not do this just now. Please try again.'
    : 'The server could not accept this.';
}
