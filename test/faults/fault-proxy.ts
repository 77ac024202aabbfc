import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Kind } from '#web/offline/outbox/kinds.ts';
import { kindSentBy, kindsPlayed, type Request } from './kinds-played.ts';
import type { Fault, Kill } from './schedule.ts';

/** The header in which a device numbers its calls, as "tab.life.number". */
export const callHeader = 'x-fault-call';

type Message = {
  call: string;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type ProxyDeps = {
  /** Returns the server's address; waits while the server is starting. */
  server: () => Promise<string>;
  killServer: () => Promise<void>;
  cutDatabase: () => Promise<void>;
  faultOf: (call: string, isEnvelope: boolean) => Fault | null;
  /** Returns whether the database holds anything of this response. */
  isStored: (clientId: string) => Promise<boolean>;
  kill: Kill | null;
  /** Called when the planned kill has happened. */
  killed: (whose: Kill['whose']) => void;
  /** Called when a call will never get a reply, so that the device can reach its time limit. */
  held: (call: string) => void;
  /** Called with the kind of each outbox record that is sent. */
  sent?: (kind: Kind) => void;
  tell: (line: string) => void;
};

export type FaultProxy = {
  address: string;
  /** Ends the faults. Delayed requests arrive first; from then on everything passes. */
  endFaults: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Starts a proxy between a device and the server. It forwards requests, or disturbs them as the
 * schedule says.
 */
export async function openFaultProxy(deps: ProxyDeps): Promise<FaultProxy> {
  const road = new Road(deps);
  const server = createServer((request, response) => {
    // A device that dies may break off in the middle of a file.
    const message = readMessage(request).catch(() => void response.destroy());
    void message.then((whole) => whole && road.take(whole, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    endFaults: () => road.endFaults(),
    close: async () => {
      road.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

class Road {
  readonly #deps: ProxyDeps;
  readonly #agent = new Agent({ keepAlive: true });
  /** The last reply to each kind of request, for a faulty cache that mixes them up. */
  readonly #replies = new Map<string, Reply>();
  readonly #late: Message[] = [];
  #isFaulty = true;
  #kill: Kill | null;
  /** Resolves when a kill that was begun is over. */
  #killing: Promise<void> = Promise.resolve();
  #killable = 0;
  #down = 0;

  constructor(deps: ProxyDeps) {
    this.#deps = deps;
    this.#kill = deps.kill;
  }

  async take(message: Message, response: ServerResponse): Promise<void> {
    const isKilled = this.#isKilledBy(message);
    const kind = kindSentBy(requestIn(message));
    if (kind) this.#deps.sent?.(kind);
    const fault =
      this.#isFaulty && !isKilled ? this.#deps.faultOf(message.call, kind !== undefined) : null;
    const { method, path, call } = message;
    this.#deps.tell(`  ${call} ${method} ${path}${fault ? ` – ${fault}` : ''}`);
    const late = this.#late.splice(0);
    try {
      if (this.#down > 0) {
        this.#down -= 1;
        throw new Error('Nobody is there.');
      }
      if (isKilled) {
        const meeting = this.#meetKill(message, response);
        this.#killing = meeting.catch(() => undefined);
        await meeting;
      } else await this.#meet(fault, message, response);
    } catch {
      // Like a reset connection: no reply, or half of one.
      response.destroy();
    }
    for (const one of late) await this.#deliver(one).catch(() => undefined);
  }

  async endFaults(): Promise<void> {
    this.#isFaulty = false;
    this.#kill = null;
    await this.#killing;
    this.#down = 0;
    for (const one of this.#late.splice(0)) await this.#deliver(one);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #meet(fault: Fault | null, message: Message, response: ServerResponse): Promise<void> {
    if (fault === 'reply to another request') {
      const other = this.#replies.get(kindOf(message)) ?? portal[fault]();
      return answer(response, other);
    }
    if (isOthers(fault)) return answer(response, portal[fault](message));
    switch (fault) {
      case null:
        return answer(response, await this.#deliver(message));
      case 'lost request':
        return void response.destroy();
      case 'lost reply':
        await this.#deliver(message);
        return void response.destroy();
      case 'broken reply':
        return answerBroken(response, await this.#deliver(message));
      case 'shortened reply': {
        const reply = await this.#deliver(message);
        return answer(response, { ...reply, body: reply.body.subarray(0, -20) });
      }
      case 'sent twice':
        await this.#deliver(message);
        return answer(response, await this.#deliver(message));
      case 'sent twice at once': {
        const [, reply] = await Promise.all([this.#deliver(message), this.#deliver(message)]);
        return answer(response, reply);
      }
      case 'arrives late':
        this.#late.push(message);
        return void response.destroy();
      case 'timeout before it arrives':
        return this.#deps.held(message.call);
      case 'timeout after it arrived':
        await this.#deliver(message);
        return this.#deps.held(message.call);
      case 'signed out':
        // The server's own refusal of a request whose session has ended.
        return answer(response, await this.#deliver(withoutCookie(message)));
    }
  }

  #isKilledBy(message: Message): boolean {
    const kill = this.#kill;
    if (!kill || (kill.among === 'responses' && !isEnvelope(message))) return false;
    this.#killable += 1;
    return this.#killable === kill.nth + 1;
  }

  async #meetKill(message: Message, response: ServerResponse): Promise<void> {
    const { whose, moment, after, downFor } = this.#kill as Kill;
    this.#kill = null;
    this.#deps.tell(`  the ${whose} is killed: ${moment}`);
    this.#deps.killed(whose);
    const kill = whose === 'server' ? this.#deps.killServer : this.#deps.cutDatabase;
    let reply: Reply | undefined;
    if (moment === 'at work' || moment === 'half done') {
      let isOver = false;
      const delivery = this.#deliver(message)
        .catch(() => undefined)
        .finally(() => (isOver = true));
      if (moment === 'at work' || !isEnvelope(message)) await sleep(after);
      else while (!isOver && !(await this.#isStored(message))) await sleep(1);
      await kill();
      reply = await delivery;
    } else {
      if (moment !== 'before it arrives') reply = await this.#deliver(message);
      await kill();
    }
    if (whose === 'server') this.#down = downFor;
    if (!reply || moment === 'answered in vain') return void response.destroy();
    return answer(response, reply);
  }

  #isStored({ body }: Message): Promise<boolean> {
    const { clientId } = JSON.parse(body.toString()) as { clientId: string };
    return this.#deps.isStored(clientId);
  }

  async #deliver(message: Message): Promise<Reply> {
    const { method, path, headers, body } = message;
    const address = new URL(path, await this.#deps.server());
    const asked = send(address, {
      method,
      headers: { ...headers, host: address.host },
      agent: this.#agent,
    });
    asked.end(body);
    const [incoming] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const reply = {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    };
    this.#replies.set(kindOf(message), reply);
    return reply;
  }
}

async function readMessage(request: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { 'accept-encoding': _, connection: __, ...headers } = request.headers;
  return {
    call: String(headers[callHeader]),
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers,
    body: Buffer.concat(chunks),
  };
}

function withoutCookie(message: Message): Message {
  const { cookie: _, ...headers } = message.headers;
  return { ...message, headers };
}

function isEnvelope(message: Message): boolean {
  return kindSentBy(requestIn(message)) === 'response';
}

function requestIn({ method, path, headers, body }: Message): Request {
  const header = (name: string) => headers[name]?.toString();
  return { method, path, header, body: body.toString() };
}

/** Returns the route of a request, without the ids in it. */
function kindOf({ method, path }: Message): string {
  const route = path.replace(/^\/api\/evidence\/.*/, '/api/evidence/#').replaceAll(/\d+/g, '#');
  return `${method} ${route}`;
}

function answer(response: ServerResponse, { status, headers, body }: Reply): void {
  // Each call gets its own connection, so that no call sees what an earlier one left on it.
  const { 'transfer-encoding': _, 'content-length': __, ...kept } = headers;
  response.writeHead(status, { ...kept, connection: 'close' });
  response.end(body);
}

/** Announces the whole reply and breaks off in the middle. */
function answerBroken(response: ServerResponse, { status, headers, body }: Reply): void {
  const { 'transfer-encoding': _, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length, connection: 'close' });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}

type Somebody = (message: Message) => Reply;
const page =
  (status: number, words: string): Somebody =>
  () => ({
    status,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(`<!doctype html><h1>${words}</h1>`),
  });
const json = (status: number, value: object, headers: IncomingHttpHeaders = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

/** Returns a forged receipt: it looks certain, but nothing was stored. */
function forgedReceipt(status: number, message: Message, digest?: string): Reply {
  const request = requestIn(message);
  const kind = kindsPlayed[kindSentBy(request) ?? 'response'];
  return json(status, kind.forge(request, digest));
}

/** Replies of other machines than our server. */
const portal = {
  unavailable: () =>
    json(
      503,
      { type: '/problems/try-later', title: 'Not now', status: 503, detail: 'Not now.' },
      { 'content-type': 'application/problem+json', 'retry-after': '2' },
    ),
  'bad gateway': page(502, 'Bad gateway'),
  'too many requests': () => json(429, { error: 'slow down' }, { 'retry-after': '1' }),
  'portal page': page(200, 'Welcome to our Wi-Fi'),
  'portal page 401': page(401, 'Sign in to our Wi-Fi'),
  'portal page 404': page(404, 'Not found'),
  'portal redirect': () => ({
    status: 302,
    headers: { location: 'http://portal.invalid/' },
    body: Buffer.alloc(0),
  }),
  'portal JSON': () => json(200, { ok: true, id: 1 }),
  'portal JSON 403': () => json(403, { error: 'sign in' }),
  'portal 204': () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }),
  'receipt for other bytes': (message: Message) => forgedReceipt(201, message, '0'.repeat(64)),
  'receipt that only promises': (message: Message) => forgedReceipt(202, message),
  'reply to another request': () => json(200, { ok: true, id: 1 }),
} satisfies Partial<Record<Fault, Somebody>>;

function isOthers(fault: Fault | null): fault is keyof typeof portal {
  return fault !== null && fault in portal;
}
