import type { Readable } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType, z } from 'zod';

import type { AuditAction } from '#domain/audit/actions.ts';
import { scopeOf, type Person, type Scope } from '#domain/people/person.ts';
import type { clockSkewHeader } from '#domain/responses/device-clock.ts';
import type { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { recordEvent, type EventDetails } from '#server/db/audit/record-event.ts';
import { inTransaction, type Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ProblemError } from '#server/problems.ts';
import { admitAgain, admitAnew, type Policy } from './admit.ts';
import { withAfterTransaction, type AfterTransaction } from './after-transaction.ts';
import { actorOf, type Contact } from './contact-session.ts';
import type { Remembered } from './keep-sessions.ts';
import { withUpload, type Upload } from './receive-upload.ts';
import { answerOnce } from './request-key.ts';

/**
 * The largest body, in bytes, of a call that needs no sign-in. It is held in memory before any
 * check.
 */
export const largestFromAnyone = 16 * 1024;

/** The texts say when each status is sent, for people who write a client. */
export type OwnRefusals = Partial<Record<400 | 401 | 403 | 404 | 409 | 410 | 429 | 503, string>>;
export type OwnHeader = typeof digestHeader | typeof clockSkewHeader | typeof requestKeyHeader;

/** What `run` is given besides the validated input. */
type Common = AfterTransaction & {
  request: FastifyRequest;
  reply: FastifyReply;
  /** A transaction for a writing route, the connection pool for a reading one. */
  db: Db;
  /** Appends the route's audit event, in the same transaction. */
  record: (objectId: number | null, details?: EventDetails) => Promise<void>;
};
/** The caller: for `anyone` and `monitor` perhaps no person, for `contact` never one. */
type Signed<W extends Policy> = W extends 'anyone' | 'monitor'
  ? { person: Person | null }
  : W extends 'contact'
    ? { contact: Contact }
    : { person: Person; scope: Scope };

export type RunContext<
  W extends Policy,
  P extends ZodType,
  Q extends ZodType,
  B extends ZodType,
  U,
  M extends Method = Method,
  N extends string | undefined = undefined,
> = Common &
  Signed<W> & {
    /**
     * The server's parts. A writing route does not get the pool: it holds one connection for its
     * transaction, and if all connections were held by calls that wait for a second one, none would
     * become free.
     */
    deps: M extends 'GET' ? Deps : N extends string ? Deps : Omit<Deps, 'db' | 'pool' | 'sessions'>;
    params: z.output<P>;
    query: z.output<Q>;
    body: z.output<B>;
    upload: U;
  };

type Method = (Reading | Writing)['method'];
type Reading = { method: 'GET' };
type Writing = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The event that the call writes to the audit trail, or why it writes none. */
  audit: AuditAction | { none: string };
  /**
   * `request-key`: a creating call that replies the same when it is sent again with the same
   * `Idempotency-Key`. `own`: the call has a key of its own, or can be repeated freely.
   */
  repeat: 'request-key' | 'own';
  /**
   * True when the call's only statement itself checks that the sender's session is unchanged. The
   * server then accepts a session that it remembers from a moment ago. When such a call fails, the
   * server reads the session again and repeats the call.
   */
  asksAgain?: true;
  /** True for a call whose reply is so small, and so frequent, that compressing it costs too much. */
  uncompressed?: true;
};

export type RouteSpec<
  W extends Policy = Policy,
  P extends ZodType = ZodType,
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  A extends ZodType = ZodType,
  U = unknown,
  M extends Method = Method,
  N extends string | undefined = string | undefined,
> = (Reading | Writing) & {
  method: M;
  /** Why the call is not wrapped in a transaction: it is one statement, or begins none. */
  noTransaction?: N;
  path: `/api/${string}`;
  summary: string;
  who: W;
  params?: P;
  query?: Q;
  body?: B;
  /** Set when the route takes a file instead of a body. */
  upload?: Upload<U, z.output<P>, z.output<Q>>;
  /** The schema of the reply; `fileAnswer` when the route sends a file. */
  answer: A;
  /** Headers that only this call reads. */
  headers?: readonly OwnHeader[];
  /** When the call refuses with each status, in addition to those of every call of its kind. */
  refuses?: OwnRefusals;
  /**
   * The status of success, 200 by default; 204 has no body. `run` can set another with
   * `reply.code()`.
   */
  status?: 200 | 201 | 204;
  /** True when the reply has a version, and a client that has it gets 304 (`shared-read.ts`). */
  hasVersion?: true;
  /** True when people who must choose a new password first may call this. */
  beforeOwnPassword?: true;
  /**
   * Returns a value that `answer` then checks, or a stream whose rows were checked
   * (`stream-list.ts`).
   */
  run: (context: RunContext<W, P, Q, B, U, M, N>) => Promise<z.input<A> | Readable>;
};

/** A route as the app registers it and the tests list it, without its type parameters. */
export type Route = Pick<
  RouteSpec,
  | 'path'
  | 'summary'
  | 'who'
  | 'params'
  | 'query'
  | 'body'
  | 'answer'
  | 'headers'
  | 'refuses'
  | 'hasVersion'
> &
  (Reading | Omit<Writing, 'asksAgain'>) & {
    status: number;
    /** The largest file in bytes; undefined when the route takes none. */
    largestFile: number | undefined;
    /** The same for the thumbnail that may come with it. */
    largestThumbnail: number | undefined;
    beforeOwnPassword: boolean;
    asksAgain: boolean;
    handle: (deps: Deps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  };

/**
 * Makes a route. Every route is made by this function and works in the same order: authenticate, and check
 * whether the role may do this at all (401, 403, before the body is read); validate (400); then, in
 * `run`, load within the scope (404), authorise the object, act, present. Everything that is sent
 * passes the `answer` schema.
 */
export function defineRoute<
  W extends Policy,
  P extends ZodType,
  Q extends ZodType,
  B extends ZodType,
  A extends ZodType,
  U,
  M extends Method,
  N extends string | undefined = undefined,
>(spec: RouteSpec<W, P, Q, B, A, U, M, N>): Route {
  const kind: Reading | Writing = spec;
  type Call = { deps: Deps; request: FastifyRequest; reply: FastifyReply; upload: U | undefined };
  const act = async (call: Call, db: Db, afterTransaction: AfterTransaction) => {
    const { person, contact, params, query, body } = call.request;
    const record: Common['record'] = async (objectId, details = {}) => {
      if (kind.method === 'GET' || typeof kind.audit !== 'string') return;
      await recordEvent(db, person ?? actorOf(contact), kind.audit, objectId, details);
    };
    const scope = person && scopeOf(person);
    const asked = { person, contact, scope, params, query, body };
    const context = { ...call, ...afterTransaction, ...asked, db, record };
    // The policy has authenticated, and the schemas that give the context its type have validated.
    return spec.run(context as unknown as RunContext<W, P, Q, B, U, M, N>);
  };
  const answer = (call: Call) =>
    withAfterTransaction(call.request.log, async (afterTransaction): Promise<unknown> => {
      const { deps, request, reply } = call;
      await admitAgain(deps, route, request, reply);
      if (kind.method === 'GET' || spec.noTransaction) return act(call, deps.db, afterTransaction);
      return inTransaction(deps.db, (tx) =>
        kind.repeat === 'request-key'
          ? answerOnce(tx, request, reply, () => act(call, tx, afterTransaction))
          : act(call, tx, afterTransaction),
      );
    });
  const route: Route = {
    ...spec,
    status: spec.status ?? 200,
    largestFile: spec.upload?.largest,
    largestThumbnail: spec.upload?.largestThumbnail,
    beforeOwnPassword: spec.beforeOwnPassword ?? false,
    asksAgain: kind.method !== 'GET' && kind.asksAgain === true,
    handle: (deps, request, reply) =>
      spec.upload
        ? withUpload(spec.upload, deps, request, (upload) =>
            answer({ deps, request, reply, upload }),
          )
        : answer({ deps, request, reply, upload: undefined }),
  };
  return route;
}

/**
 * Handles a call. If it fails with a remembered session, nothing was stored: the server reads the
 * session again and repeats the call.
 */
export async function handle(
  deps: Deps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  try {
    return await route.handle(deps, request, reply);
  } catch (error) {
    if (!request.remembered || !(error instanceof ProblemError)) throw error;
    await admitAnew(deps, route, request);
    return route.handle(deps, request, reply);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
    /** Set for routes of a hotel contact only. */
    contact: Contact | null;
    /** Set when the session is only remembered: the call's own statement must check it again. */
    remembered: Remembered | null;
    /** SHA-256 of the body as it arrived, in lower-case hexadecimal; empty when there was none. */
    bodyDigest: string;
  }
}
