import type { ZodType } from 'zod';

import { problemSchema, type Problem } from '#domain/problems/problem.ts';
import { requestKeyHeader } from '#domain/sync/client-id.ts';
import { fetchInSession } from './fetch-in-session.ts';

/**
 * The one way to the server: cookies go along, JSON is declared only
 * where there is a body, and nothing is believed that its schema does not know.
 */
export type Call<T> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/hotels/17` */
  path: string;
  /** Undefined values and empty texts are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON; a FormData goes as it is. */
  body?: unknown;
  /** What the answer must be. An answer without a body is null, or undefined where that fits. */
  schema: ZodType<T>;
  /** Makes sending again safe. Every creating call has one, made by {@link newRequestKey} once per intent. */
  requestKey?: string;
  signal?: AbortSignal;
};

/** Any answer that is no success. Its message: see rule 50. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  /** Fit to be shown as it is. */
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

/** Our server did not answer: no network, or a network that answers in its place. */
export class OfflineError extends Error {
  readonly detail = 'No connection to Bellwether. Check the network and try again.';

  constructor(options?: ErrorOptions) {
    super('No connection', options);
    this.name = 'OfflineError';
  }
}

/** One sentence for people, whatever went wrong; `otherwise` where neither server nor network did. */
export function detailOf(
  error: unknown,
  otherwise = 'Something went wrong here. Please reload the page and try again.',
): string {
  if (error instanceof ApiError || error instanceof OfflineError) return error.detail;
  return otherwise;
}

/** What the server found wrong with a file that it was sent; else {@link detailOf} the error. */
export function reasonOf(error: unknown, otherwise?: string): string {
  const found = (error instanceof ApiError && error.problem?.errors) || [];
  return found.map(({ message }) => message).join(' ') || detailOf(error, otherwise);
}

/** 128 random bits. `crypto.randomUUID` is missing on plain http off this machine. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const signedOutListeners = new Set<() => void>();

/** Hears of every 401 but those of signing in itself. Answers how to stop listening. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

export async function call<T>(request: Call<T>): Promise<T> {
  const response = await send(request);
  return resultOf(request, await readAnswer(response));
}

/** What came back, however it was sent. */
type Answer = { status: number; statusText: string; contentType: string; text: string };

/** The answer as its schema knows it, or the error that it is. */
export function resultOf<T>({ path, schema }: Pick<Call<T>, 'path' | 'schema'>, answer: Answer): T {
  if (answer.status < 200 || answer.status > 299) throw refusal(path, answer);
  if (answer.text === '') return parseEmpty(schema);
  // A sign-in page of the hotel's network is no answer of ours, however successful.
  if (!/[/+]json\b/.test(answer.contentType)) throw new OfflineError();
  return schema.parse(JSON.parse(answer.text));
}

/** A refused call's error; of a session that has ended everyone who listens is told. */
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

async function send<T>(request: Call<T>): Promise<Response> {
  const { method = 'GET', path, query = {}, body, requestKey, signal } = request;
  const headers = new Headers({ accept: 'application/json' });
  if (requestKey) headers.set(requestKeyHeader, requestKey);
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', 'application/json');
  const init: RequestInit = { method, headers, credentials: 'include' };
  if (body !== undefined) init.body = body instanceof FormData ? body : JSON.stringify(body);
  if (signal) init.signal = signal;
  return orOffline(() => fetchInSession(addressOf(path, query), init));
}

/** The network's failures become ours; a call that was given up stays given up. */
export async function orOffline<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new OfflineError({ cause: error });
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
    ? 'The server could not do this just now. Nothing was changed; please try again.'
    : 'The server could not accept this.';
}
