import { actingLinkHeader } from '#domain/contacts/acting-link.ts';
import type { Problem } from '#domain/problems/problem.ts';
import { forgetReadings } from './kept-readings.ts';

/**
 * Thrown when the server refuses a call, or does not reply. Without a reply the status is 0. The message can be
 * shown as it is.
 */
export class LinkError extends Error {
  readonly status: number;
  /** The type of the server's problem; undefined without a reply. */
  readonly type: string | undefined;

  constructor(status: number, message: string, type?: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** The link whose round this page shows; undefined until a reading names it. */
let actingLink: number | undefined;

/**
 * Sets the link in whose name the page calls. If another tab has opened another link since, the
 * server then refuses what this page sends and reads. So nothing is stored in the other person's name, and
 * the page does not change to the other link's round by itself.
 */
export function actBy(linkId: number | undefined): void {
  actingLink = linkId;
}

type Call = {
  method: 'GET' | 'POST' | 'PUT';
  path: `/api/link/${string}`;
  /** An object is sent as JSON. A form or a JSON text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

/**
 * Makes a call by link and returns the reply. It does not check the reply against a schema, as the app's `call`
 * does: that would triple the code that a phone loads for this page. The server has already checked the reply
 * against the same schema.
 */
export async function callByLink<T = null>({ method, path, body, headers }: Call): Promise<T> {
  const isForm = body instanceof FormData;
  const isJson = body !== undefined && !isForm;
  const isNamed = actingLink !== undefined;
  const response = await reach(path, {
    method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(isNamed && { [actingLinkHeader]: String(actingLink) }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : textOf(body) }),
  });
  if (response.ok) return response.status === 204 ? (null as T) : await ours<T>(response);
  const isOurs = typeOf(response) === 'application/problem+json';
  // If a hotel's network replies in place of the server, there is no connection to the server.
  if (!isOurs && response.status < 500) throw new LinkError(0, noConnection);
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  if (response.status === 401) await forgetReadings();
  throw new LinkError(
    response.status,
    problem.errors?.[0]?.message ??
      problem.detail ??
      'Something went wrong. Please try again in a moment.',
    problem.type,
  );
}

const noConnection = 'There is no connection. Check the network and try again.';

async function ours<T>(response: Response): Promise<T> {
  try {
    if (typeOf(response) === 'application/json') return (await response.json()) as T;
  } catch {
    // The connection broke while the reply was being read.
  }
  throw new LinkError(0, noConnection);
}

function typeOf(response: Response): string | undefined {
  return response.headers.get('content-type')?.split(';')[0];
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Milliseconds by which the server's clock is ahead of this device's, measured from its last reply. */
let skew = 0;

/**
 * Milliseconds. A smaller difference may come from the network and from the header, which is in whole seconds.
 */
const smallestSkew = 3_000;

/** Returns the time by the server's clock, so that the answers of two devices are joined in the right order. */
export function serverNow(): number {
  return Date.now() + skew;
}

function learnClock(response: Response): void {
  const told = Date.parse(response.headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(told)) skew = Math.abs(told) < smallestSkew ? 0 : told;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' });
    learnClock(response);
    return response;
  } catch {
    throw new LinkError(0, noConnection);
  }
}
