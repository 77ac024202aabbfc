import { randomUUID } from 'node:crypto';

import { digestHeader } from '#domain/sync/client-id.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import type { Kind } from '#web/offline/outbox/kinds.ts';
import type { FindingKind } from './findings.ts';
import { dropSent, kindsPlayed, type Request } from './kinds-played.ts';

type Fetch = typeof globalThis.fetch;

/** A bug on the device: the real code, with a fault planted at its edges. */
export type DeviceBug = {
  /** Wraps the network, through which envelopes leave and receipts arrive. */
  fetch?: (db: OfflineDatabase, send: Fetch) => Fetch;
  /** Gives each tab every lock. */
  sharesNoLocks?: true;
};

export type Bug = {
  /** The kind of the outbox that it is in. Without it, it is on the server or in the sync itself. */
  of?: Kind;
  device?: DeviceBug;
  /** What `planted-server.ts` does instead of the product's own statement. */
  server?: 'no unique key' | 'answer before commit' | 'two transactions';
  /** The findings that the bug must cause. */
  shows: FindingKind[];
};

/** Typical bugs of offline products. Each is planted to prove that the harness catches it. */
export const bugs = {
  'no unique key': { server: 'no unique key', shows: ['duplicated'] },
  'answer before commit': { server: 'answer before commit', shows: ['lost', 'stuck'] },
  'response and answers in two transactions': { server: 'two transactions', shows: ['partial'] },
  'delete before receipt': {
    of: 'response',
    shows: ['lost', 'untrue', 'stuck'],
    device: dropping('response'),
  },
  'hotel change dropped before its receipt': {
    of: 'hotelEdit',
    shows: ['lost'],
    device: dropping('hotelEdit'),
  },
  'exit plan dropped before its receipt': {
    of: 'exitPlan',
    shows: ['lost'],
    device: dropping('exitPlan'),
  },
  'correction sent as a new response': {
    of: 'response',
    shows: ['lost', 'untrue', 'duplicated'],
    device: {
      fetch: (_, send) => (input, init) =>
        onEnvelope(input, init, send, async ({ body }) => {
          const { revises, ...rest } = JSON.parse(body) as { revises?: string };
          if (revises === undefined) return send(input, init);
          const sent = JSON.stringify(rest);
          const headers = new Headers(init?.headers);
          headers.set(digestHeader, digestOf(sent));
          return withDigest(await send(input, { ...init, headers, body: sent }), digestOf(body));
        }),
    },
  },
  'delete on 4xx': {
    of: 'response',
    shows: ['lost'],
    device: {
      fetch: (db, send) => (input, init) =>
        onEnvelope(input, init, send, async ({ clientId }) => {
          const response = await send(input, init);
          if (response.status >= 400 && response.status < 500) await db.envelopes.delete(clientId);
          return response;
        }),
    },
  },
  'digest not checked': {
    of: 'response',
    shows: ['lost'],
    device: {
      fetch: (_, send) => (input, init) =>
        onEnvelope(input, init, send, async ({ body }) =>
          withDigest(await send(input, init), digestOf(body)),
        ),
    },
  },
  'id made at send': {
    of: 'response',
    shows: ['duplicated', 'untrue'],
    device: {
      fetch: (_, send) => (input, init) =>
        onEnvelope(input, init, send, async ({ clientId, body }) => {
          const sent = body.replace(clientId, randomUUID());
          const headers = new Headers(init?.headers);
          headers.set(digestHeader, digestOf(sent));
          const response = await send(input, { ...init, headers, body: sent });
          return withDigest(response, digestOf(body), clientId);
        }),
    },
  },
  'photo dropped before its receipt': {
    of: 'evidence',
    shows: ['lost'],
    device: dropping('evidence'),
  },
  'photo dropped on 4xx': {
    of: 'evidence',
    shows: ['lost'],
    device: {
      fetch: (db, send) => async (input, init) => {
        const response = await send(input, init);
        const isRefused = response.status >= 400 && response.status < 500;
        if (isRefused && init?.method === 'PUT')
          await dropSent(db, 'evidence', requestOf(input, init));
        return response;
      },
    },
  },
  'photo stored without a receipt': {
    of: 'evidence',
    shows: ['lost'],
    device: {
      fetch: (_, send) => async (input, init) => {
        const response = await send(input, init);
        const fileId = kindsPlayed.evidence.keyIn(requestOf(input, init));
        if (!fileId || init?.method !== 'PUT' || !response.ok) return response;
        const digest = new Headers(init.headers).get(digestHeader);
        return Response.json({ fileId, digest, captionEdit: 999 }, { status: 201 });
      },
    },
  },
  'two syncing tabs': { shows: ['duplicated'], device: { sharesNoLocks: true } },
} satisfies Record<string, Bug>;
export type BugName = keyof typeof bugs;

/** Drops each record of this kind when it is sent, without waiting for its receipt. */
function dropping(kind: Kind): DeviceBug {
  return {
    fetch: (db, send) => async (input, init) => {
      await dropSent(db, kind, requestOf(input, init));
      return send(input, init);
    },
  };
}

function requestOf(input: Parameters<Fetch>[0], init: RequestInit = {}): Request {
  const headers = new Headers(init.headers);
  return {
    ...{ method: init.method ?? 'GET', path: String(input) },
    header: (name) => headers.get(name) ?? undefined,
    body: typeof init.body === 'string' ? init.body : '',
  };
}

type Sent = { clientId: string; body: string };

/** Calls `act` when an envelope is sent, and lets every other request pass. */
function onEnvelope(
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
  send: Fetch,
  act: (sent: Sent) => Promise<Response>,
): Promise<Response> {
  if (input !== '/api/responses' || typeof init?.body !== 'string') return send(input, init);
  const { clientId } = JSON.parse(init.body) as { clientId: string };
  return act({ clientId, body: init.body });
}

/** Returns the reply with this digest, as if the server had not checked it. */
async function withDigest(reply: Response, digest: string, clientId?: string): Promise<Response> {
  const text = await reply.text();
  const changed = text
    .replace(/"digest":"\w+"/, `"digest":"${digest}"`)
    .replace(/"clientId":"[\w-]+"/, (id) => (clientId ? `"clientId":"${clientId}"` : id));
  return new Response(changed, { status: reply.status, headers: reply.headers });
}
