import { problemSchema, type Problem } from '#domain/problems/problem.ts';
import { sendingHeader } from '#domain/sync/client-id.ts';
import { newRequestKey } from '#web/lib/request-key.ts';

/**
 * The outcome of a request. Between a device and our server there are hotel portals that reply 200
 * with HTML, redirect to a sign-in page, or refuse with their own JSON. So a reply counts as our
 * server's, good or bad, only if it has our form.
 */
export type Reply =
  /** 200–299 with JSON, or 204. The caller checks whether the JSON is ours. */
  | { kind: 'answered'; status: number; json: unknown }
  /** The server wants a sign-in: pause, keep everything, and ask the person to sign in. */
  | { kind: 'sign-in' }
  /**
   * No reply, not our server's, or "not now". `retryAfter` is in milliseconds, null when the server
   * named none. `reason` says what happened, as a sentence for people.
   */
  | { kind: 'later'; retryAfter: number | null; reason: string }
  /** Our server refuses the request and would refuse it again. */
  | { kind: 'refused'; problem: Problem };

/** Milliseconds after which a request counts as unanswered, unless its caller says otherwise. */
const usualPatience = 30_000;

const maybeLater = new Set([408, 425, 429]);

/**
 * Sends a request and returns its outcome. Never rejects. A reply that names another request counts as no
 * reply: something on the network repeated an old one, perhaps from before the server was restored from a
 * backup.
 */
export async function ask(
  fetch: typeof globalThis.fetch,
  path: string,
  { patience = usualPatience, ...init }: RequestInit & { patience?: number } = {},
): Promise<Reply> {
  const sending = newRequestKey();
  const headers = new Headers(init.headers);
  headers.set(sendingHeader, sending);
  try {
    const response = await fetch(path, {
      signal: AbortSignal.timeout(patience),
      ...init,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      // Our server never redirects API calls; portals do.
      redirect: 'error',
    });
    // A server of an earlier release does not send this header.
    if ((response.headers.get(sendingHeader) ?? sending) !== sending) return later(notOurs);
    return await read(response);
  } catch {
    return later('The server did not answer.');
  }
}

/** Calls {@link ask} with a JSON body. */
export function askWith(
  fetch: typeof globalThis.fetch,
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  return ask(fetch, path, { method, headers, body: JSON.stringify(body) });
}

async function read(response: Response): Promise<Reply> {
  const { status } = response;
  const text = await response.text();
  if (status === 204) return { kind: 'answered', status, json: null };
  const json = mediaType(response).includes('json') ? parse(text) : undefined;
  if (response.ok) return json === undefined ? later(notOurs) : { kind: 'answered', status, json };
  if (status >= 500 || maybeLater.has(status))
    return later(wordsOfLater(status), retryAfter(response));
  const problem = problemSchema.safeParse(json).data;
  if (!problem || problem.status !== status || !problem.type.startsWith('/problems/'))
    return later(wordsOfStranger(status));
  if (status === 401 || problem.type === '/problems/password-change-required')
    return { kind: 'sign-in' };
  return { kind: 'refused', problem };
}

function later(reason: string, wait: number | null = null): Reply {
  return { kind: 'later', retryAfter: wait, reason };
}

/** The reason shown when a reply cannot be our server's. */
export const notOurs = 'Something on the network answered in place of Bellwether.';

function wordsOfLater(status: number): string {
  if (status < 500) return `The server is busy (error ${status}).`;
  return status === 503
    ? 'The server is not available just now (error 503).'
    : `The server failed while it worked on this (error ${status}).`;
}

/**
 * Returns the words for a refusal by something between this device and the server: a proxy, or a
 * hotel's portal.
 */
function wordsOfStranger(status: number): string {
  if (status === 413)
    return 'Something between this device and the server finds it too large (error 413).';
  return `Something between this device and the server refuses it (error ${status}).`;
}

function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns Retry-After in milliseconds. The header holds seconds, or a date by the server's own
 * clock.
 */
function retryAfter(response: Response): number | null {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const until = Date.parse(value) - Date.parse(response.headers.get('date') ?? '');
  return Number.isFinite(until) ? Math.max(0, until) : null;
}
