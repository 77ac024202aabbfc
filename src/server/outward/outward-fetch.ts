import { lookup as lookUp } from 'node:dns/promises';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import type { OutwardSettings } from '#server/config.ts';
import { addressKind } from './address-kind.ts';
import { asOutwardError, OutwardError } from './outward-error.ts';

/**
 * A function that is called like `fetch`. It throws an {@link OutwardError}, or the reason with which the
 * caller's own signal was aborted.
 */
export type OutwardFetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

type Limits = {
  /** Milliseconds until the connection is made, the name looked up and the certificate checked. */
  connect: number;
  /** Milliseconds until the reply is read to its end. */
  total: number;
  /** The most bytes in the reply's body. */
  size: number;
};
const usualLimits: Limits = { connect: 5_000, total: 10_000, size: 1024 * 1024 };

type Found = { address: string; family: number }[];
type Resolve = (host: string) => Promise<Found>;
const bySystem: Resolve = (host) => lookUp(host, { all: true, verbatim: true });

/**
 * Returns the only function that may call addresses that somebody typed in. It keeps such an
 * address from making the server call its own machine or network, wait for ever, or fill its
 * memory: - Only https, unless the settings allow http. - No address of this machine or its
 * network, unless the settings allow it. The connection itself looks the name up, once, and each
 * address found must be allowed. A name that resolves differently the next time (DNS rebinding)
 * gains nothing, because it is not looked up again. - A redirect is an error: it could lead
 * anywhere. - The whole reply must arrive within the time and size limits. It is not unpacked.
 * Neither cookies nor connections are kept from one call to the next.
 */
export function createOutwardFetch(
  settings: OutwardSettings,
  given: Partial<Limits> = {},
  resolve: Resolve = bySystem,
): OutwardFetch {
  const limits = { ...usualLimits, ...given };
  const guard = (host: string, address: string) => {
    const kind = addressKind(address);
    if (kind === 'public' || (kind === 'own' && settings.allowsPrivate)) return;
    throw new OutwardError(
      'private-address',
      `${host} is at ${address}, which is not an address of the internet.`,
    );
  };
  return async (typed, init) => {
    const url = readAddress(typed, settings);
    const host = url.hostname.replaceAll(/[[\]]/g, '');
    // A host that is an IP address is not looked up, so check it here.
    if (isIP(host)) guard(host, host);
    const request = new Request(url, init);
    const body = Buffer.from(await request.arrayBuffer());
    const late = AbortSignal.timeout(limits.total);
    try {
      const sent = (url.protocol === 'https:' ? https : http).request(url, {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': body.length },
        agent: false,
        signal: AbortSignal.any([request.signal, late]),
        lookup: guardedLookup(resolve, guard),
      });
      const answer = await answerTo(sent, body, { host, guard, connect: limits.connect });
      return await readAnswer(answer, host, limits.size);
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      throw late.aborted ? tooSlow(host) : asOutwardError(error, host);
    }
  };
}

function readAddress(given: string | URL, { allowsHttp }: OutwardSettings): URL {
  const url = URL.parse(String(given));
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && allowsHttp);
  if (url && isWeb && url.username === '' && url.password === '') return url;
  throw new OutwardError(
    'bad-address',
    `Only an address that begins with ${allowsHttp ? 'http:// or ' : ''}https:// and has no password in it can be called.`,
  );
}

type Guard = (host: string, address: string) => void;

function guardedLookup(resolve: Resolve, guard: Guard): LookupFunction {
  return (host, options, answer) => {
    const find = async () => {
      const found = await resolve(host);
      for (const { address } of found) guard(host, address);
      return found;
    };
    find().then(
      (found) => {
        const [first] = found;
        if (options.all || !first) answer(null, found);
        else answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, []),
    );
  };
}

type Watch = { host: string; guard: Guard; connect: number };

/** Sends the request and returns the reply as soon as its headers have arrived. */
function answerTo(
  sent: ClientRequest,
  body: Buffer,
  { host, guard, connect }: Watch,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => sent.destroy(tooSlow(host)), connect);
    const isUp = () => clearTimeout(timer);
    sent.on('socket', (socket) => {
      // Checks the address that the connection really reached, whatever the system looked up.
      socket.once('connect', () => {
        try {
          guard(host, socket.remoteAddress ?? '');
        } catch (error) {
          sent.destroy(error as Error);
        }
      });
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', isUp);
    });
    sent.on('close', isUp);
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.end(body);
  });
}

const withoutBody = [204, 205, 304];

async function readAnswer(answer: IncomingMessage, host: string, most: number): Promise<Response> {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400 && status !== 304) {
    answer.destroy();
    throw new OutwardError('redirected', `${host} sends callers to another address.`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > most)
      throw new OutwardError('too-large', `${host} answers more than ${most} bytes.`);
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  const body = withoutBody.includes(status) ? null : Buffer.concat(chunks);
  return new Response(body, { status, headers });
}

function tooSlow(host: string): OutwardError {
  return new OutwardError('too-slow', `${host} did not answer in time.`);
}
