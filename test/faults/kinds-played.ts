// Import this before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';

import { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { hotelFields } from '#test/build.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { digestOf } from '#web/offline/outbox/envelope.ts';
import { kinds, type Kind } from '#web/offline/outbox/kinds.ts';
import type { Act } from './schedule.ts';

/** A request, as the device sends it and as the proxy gets it. */
export type Request = {
  method: string;
  path: string;
  header: (name: string) => string | undefined;
  /** Empty for a form. */
  body: string;
};

type PlayedKind = {
  /** Does what people do on the device so that such a record waits. */
  acts: readonly Act['do'][];
  /** Returns the client id of the record that a request sends; null for any other request. */
  keyIn(request: Request): string | null;
  /**
   * Returns a forged receipt: it looks certain, but nothing was stored.
   *
   * @param digest set when the receipt is for other bytes
   */
  forge(request: Request, digest: string | undefined): object;
};

/** How each kind of the outbox is played. A new kind does not compile before it is here. */
export const kindsPlayed = {
  response: {
    acts: ['finish'],
    keyIn: (request) => (isPost(request, /^\/api\/responses$/) ? clientIdIn(request) : null),
    forge: (request, digest = digestOf(request.body)) => ({
      ...{ id: 1, clientId: clientIdIn(request), digest },
      ...{ totalScore: 0, maxScore: 0, syncStatus: 'synced' },
    }),
  },
  hotelEdit: {
    acts: ['edit hotel'],
    keyIn: ({ method, path, header }) =>
      method === 'PATCH' && path.startsWith('/api/hotels/')
        ? (header(requestKeyHeader) ?? '')
        : null,
    forge: ({ path, header, body }, digest = digestOf(body)) => {
      const [createdAt, updatedAt] = ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00Z'];
      return {
        ...{ ...hotelFields, hotelId: 'F1', hotelName: 'F', id: Number(path.split('/').at(-1)) },
        ...{
          version: 99,
          createdAt,
          updatedAt,
          receipt: { key: header(requestKeyHeader), digest },
        },
      };
    },
  },
  exitPlan: {
    acts: ['agree plan'],
    keyIn: (request) =>
      isPost(request, /^\/api\/hotels\/\d+\/exit-plans$/) ? clientIdIn(request) : null,
    // The receipt of a plan has no digest. It names the plan and the hotel.
    forge: (request, digest) => ({
      ...{ id: 1, clientId: digest ?? clientIdIn(request) },
      hotelId: Number(request.path.split('/')[3]),
    }),
  },
  evidence: {
    acts: ['take file', 'caption file', 'remove file'],
    keyIn: ({ path }) => (path.startsWith('/api/evidence/') ? fileIdIn(path) : null),
    forge: ({ method, path, header }, digest) => {
      const fileId = fileIdIn(path);
      if (method !== 'DELETE')
        return { fileId, digest: digest ?? header(digestHeader), captionEdit: 999 };
      // A deletion has no bytes, so the receipt of the file itself is sent in place of its own.
      return digest ? { fileId, digest } : { fileId, isDeleted: true };
    },
  },
} satisfies Record<Kind, PlayedKind>;

export const playedKinds = Object.entries(kindsPlayed) as [Kind, PlayedKind][];

/** Returns the kind of the record that a request sends; undefined for any other request. */
export function kindSentBy(request: Request): Kind | undefined {
  return playedKinds.find(([, kind]) => kind.keyIn(request) !== null)?.[0];
}

/** Deletes the record that a request sends, if it sends one of this kind. */
export async function dropSent(db: OfflineDatabase, name: Kind, request: Request): Promise<void> {
  const key = kindsPlayed[name].keyIn(request);
  if (key === null) return;
  const kind = kinds[name];
  await kind.table(db).delete(key);
  if ('beside' in kind) for (const table of kind.beside?.(db) ?? []) await table.delete(key);
}

function isPost({ method, path }: Request, pattern: RegExp): boolean {
  return method === 'POST' && pattern.test(path);
}

function clientIdIn({ body }: Request): string {
  return body === '' ? '' : ((JSON.parse(body) as { clientId?: string }).clientId ?? '');
}

function fileIdIn(path: string): string {
  return /^\/api\/evidence\/([\w-]+)/.exec(path)?.[1] ?? '';
}
