import { Readable } from 'node:stream';

import type { z, ZodType } from 'zod';

import type { HasRole, Scope } from '#domain/people/person.ts';
import type { Action } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { encodesInPortions } from './encode-in-portions.ts';
import { collectReply, sendEncoded, type EncodedReply } from './encoded-reply.ts';
import { defineRoute, type OwnRefusals, type Route } from './route.ts';
import { shareReads } from './share-reads.ts';

/**
 * A reply that is JSON already, in parts, checked by whoever made it. One that is not `isShort` is
 * streamed to each client alone.
 */
export type JsonParts = { parts: AsyncIterable<string>; isShort: boolean };

/**
 * What a shared read may depend on. All of it is in the key by which requests share a read, and nothing else of
 * a request can be reached. So a reply never depends on what is not in the key.
 */
export type SharedContext<Q extends ZodType> = {
  deps: Deps;
  db: Db;
  scope: Scope;
  asker: HasRole;
  query: z.output<Q>;
};

type SharedRead<Q extends ZodType, A extends ZodType> = {
  path: `/api/${string}`;
  summary: string;
  who: Action;
  query?: Q;
  answer: A;
  refuses?: OwnRefusals;
  run: (context: SharedContext<Q>) => Promise<z.input<A> | { json: JsonParts }>;
};

/**
 * Defines a GET that is answered once for requests of the same moment (`share-reads.ts`), encoded in
 * portions, compressed once, and sent with its version: a client that has this version gets 304.
 *
 * People share a read when they have the same role, see the same hotels and send the same query. Someone
 * who sees only some hotels shares with themselves alone.
 */
export function defineSharedRead<Q extends ZodType, A extends ZodType>({
  run,
  ...spec
}: SharedRead<Q, A>): Route {
  const encoded = encodesInPortions(spec.answer);
  /** The shared reads of each server in this process. */
  const reads = new WeakMap<Deps, ReturnType<typeof shareReads<EncodedReply | Readable>>>();
  const readsOf = (deps: Deps) => {
    const read = reads.get(deps) ?? shareReads<EncodedReply | Readable>();
    reads.set(deps, read);
    return read;
  };
  const act = async (context: SharedContext<Q>): Promise<EncodedReply | Readable> => {
    const answer = await run(context);
    if (!isJson(answer)) return collectReply(encoded(answer));
    const { parts, isShort } = answer.json;
    return isShort ? collectReply(parts) : Readable.from(parts, { objectMode: false });
  };
  return defineRoute<Action, ZodType, Q, ZodType, A, unknown, 'GET'>({
    ...spec,
    method: 'GET',
    hasVersion: true,
    run: async ({ deps, db, person, scope, query, request, reply }) => {
      const asker = { role: { name: person.role.name } };
      const context = { deps, db, scope, asker, query };
      const key = JSON.stringify([scope, asker, query]);
      const { value, isOwn } = await readsOf(deps)(key, () => act(context));
      const outcome = value instanceof Readable && !isOwn ? await act(context) : value;
      if (!(outcome instanceof Readable)) return sendEncoded(request, reply, outcome);
      void reply.type('application/json; charset=utf-8');
      return outcome;
    },
  });
}

function isJson(answer: unknown): answer is { json: JsonParts } {
  return typeof answer === 'object' && answer !== null && 'json' in answer;
}
