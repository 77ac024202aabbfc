import { createHash, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType, z } from 'zod';

import type { AuditAction } from '#domain/audit/actions.ts';
import { can, scopeOf, type Person, type Scope } from '#domain/people/person.ts';
import type { Action } from '#domain/people/roles.ts';
import type { clockSkewHeader } from '#domain/responses/device-clock.ts';
import { actingUserHeader } from '#domain/sync/acting-user.ts';
import type { digestHeader, requestKeyHeader } from '#domain/sync/client-id.ts';
import { recordEvent, type EventDetails } from '#server/db/record-event.ts';
import { inTransaction, type Db } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import { withAftermath, type Aftermath } from './aftermath.ts';
import { tokenOf } from './auth-sessions.ts';
import type { Remembered } from './keep-sessions.ts';
import { withUpload, type Upload } from './receive-upload.ts';
import { answerOnce } from './request-key.ts';

/**
 * The one way a route comes into being. Whoever reads a route reads the same order each time:
 * authenticate and ask whether the role may do this at all (401, 403, before the body is read);
 * validate (400); then, in `run`, load within the scope (404), authorise the object, act, present.
 * Nothing leaves except through the `answer` schema.
 *
 * `monitor` is no person but a program that brings the token of METRICS_TOKEN.
 */
export type Policy = 'anyone' | 'monitor' | 'signed-in' | Action;

/** Bytes of a body that may come from anyone at all: they are held in memory before anything is asked. */
export const largestFromAnyone = 16 * 1024;

/** The words say when, to whoever writes a client. */
export type OwnRefusals = Partial<Record<400 | 401 | 403 | 404 | 409 | 410 | 429 | 503, string>>;
export type OwnHeader = typeof digestHeader | typeof clockSkewHeader | typeof requestKeyHeader;

/** What `run` is given besides the validated input. */
type Common = Aftermath & {
  request: FastifyRequest;
  reply: FastifyReply;
  /** A transaction for a writing route, the pool for a reading one. */
  db: Db;
  /** Appends the route's audit event, in the same transaction. */
  record: (objectId: number | null, details?: EventDetails) => Promise<void>;
};
/** A route for anyone, or for a program, has nobody to ask about. */
type Signed<W extends Policy> = W extends 'anyone' | 'monitor'
  ? { person: Person | null }
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
     * What holds one connection must not wait for another: were all of them held so, none would come
     * free. So within its transaction a writing route has no way to the pool.
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
  /** The event this writes to the audit trail, or why it writes none. */
  audit: AuditAction | { none: string };
  /**
   * `request-key`: a creating call that answers the same when it is sent again with the same
   * `Idempotency-Key`. `own`: the call knows its own key, or may be repeated freely.
   */
  repeat: 'request-key' | 'own';
  /**
   * The call's one statement asks itself whether its sender still stands, so that who was known a
   * moment ago is let in on our memory. Whatever comes of that but success is asked anew.
   */
  asksAgain?: true;
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
  /** In place of a body: the route takes a file. */
  upload?: Upload<U>;
  /** `fileAnswer` where the route answers a file. */
  answer: A;
  /** Headers that it reads and no other call does. */
  headers?: readonly OwnHeader[];
  /** When it refuses with a status that is its own: beside those of every call of its kind. */
  refuses?: OwnRefusals;
  /** 200 unless told; 204 has no body. `reply.code()` in `run` tells another success. */
  status?: 200 | 201 | 204;
  /** May be called by someone who must choose a new password first. */
  beforeOwnPassword?: true;
  /** Answers a value for `answer` to check; or a stream, whose rows were checked (`stream-list.ts`). */
  run: (context: RunContext<W, P, Q, B, U, M, N>) => Promise<z.input<A> | Readable>;
};

/** A route as the app registers it and the tests walk it, its type parameters forgotten. */
export type Route = Pick<
  RouteSpec,
  'path' | 'summary' | 'who' | 'params' | 'query' | 'body' | 'answer' | 'headers' | 'refuses'
> &
  (Reading | Omit<Writing, 'asksAgain'>) & {
    status: number;
    /** Bytes of the file that it takes; undefined where it takes none. */
    largestFile: number | undefined;
    beforeOwnPassword: boolean;
    asksAgain: boolean;
    handle: (deps: Deps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  };

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
  const act = async (call: Call, db: Db, aftermath: Aftermath) => {
    const { person, params, query, body } = call.request;
    const record: Common['record'] = async (objectId, details = {}) => {
      if (kind.method === 'GET' || typeof kind.audit !== 'string') return;
      await recordEvent(db, person, kind.audit, objectId, details);
    };
    const scope = person && scopeOf(person);
    const context = { ...call, ...aftermath, db, record, person, scope, params, query, body };
    // Authentication has run by the policy, and validation by the schemas that type the context.
    return spec.run(context as unknown as RunContext<W, P, Q, B, U, M, N>);
  };
  const answer = (call: Call) =>
    withAftermath(call.request.log, async (aftermath): Promise<unknown> => {
      const { deps, request, reply } = call;
      if (kind.method === 'GET' || spec.noTransaction) return act(call, deps.db, aftermath);
      return inTransaction(deps.db, (tx) =>
        kind.repeat === 'request-key'
          ? answerOnce(tx, request, reply, () => act(call, tx, aftermath))
          : act(call, tx, aftermath),
      );
    });
  return {
    ...spec,
    status: spec.status ?? 200,
    largestFile: spec.upload?.largest,
    beforeOwnPassword: spec.beforeOwnPassword ?? false,
    asksAgain: kind.method !== 'GET' && kind.asksAgain === true,
    handle: (deps, request, reply) =>
      spec.upload
        ? withUpload(spec.upload, deps, request, (upload) =>
            answer({ deps, request, reply, upload }),
          )
        : answer({ deps, request, reply, upload: undefined }),
  };
}

/** Who is asking, and may they call this route at all? Runs before the body is read. */
export async function admit(deps: Deps, route: Route, request: FastifyRequest): Promise<void> {
  if (route.who === 'monitor') return requireMonitor(deps.config.metricsToken, request);
  const token = tokenOf(deps, request);
  const remembered = route.asksAgain && token ? deps.sessions.recall(token) : null;
  if (!remembered || refusalOf(route, request, remembered.person))
    return admitAnew(deps, route, request);
  request.remembered = remembered;
  request.person = remembered.person;
}

async function admitAnew(deps: Deps, route: Route, request: FastifyRequest): Promise<void> {
  const token = tokenOf(deps, request);
  request.remembered = null;
  request.person = token ? await deps.sessions.find(token) : null;
  const refusal = refusalOf(route, request, request.person);
  if (refusal) throw refusal;
}

/** Handles a call. What is refused on our memory of the sender stored nothing, and is asked anew. */
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

function refusalOf(
  { who, beforeOwnPassword }: Route,
  request: FastifyRequest,
  person: Person | null,
): ProblemError | null {
  if (who === 'anyone' || who === 'monitor') return null;
  if (!person || !actsForItself(request, person))
    return new ProblemError('not-signed-in', 'Please sign in.');
  if (person.mustChangePassword && !beforeOwnPassword)
    return new ProblemError(
      'password-change-required',
      'Please choose a password of your own first.',
    );
  if (who !== 'signed-in' && !can(person, who))
    return new ProblemError('not-allowed', "You don't have permission to do this.");
  return null;
}

/** Digests have one length and no secret in their order, so comparing them tells nothing by its time. */
function requireMonitor(expected: string | undefined, request: FastifyRequest): void {
  if (expected === undefined) throw notFound('A token for metrics');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = request.headers.authorization ?? '';
  if (!timingSafeEqual(digest(given), digest(`Bearer ${expected}`)))
    throw new ProblemError('not-signed-in', 'Please send the token of METRICS_TOKEN.');
}

/** A device that names whose work it sends must not send it as somebody else. */
function actsForItself(request: FastifyRequest, person: Person): boolean {
  const named = request.headers[actingUserHeader];
  return named === undefined || named === String(person.id);
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
    /** Set where the person is only remembered, and the call's own statement must ask again. */
    remembered: Remembered | null;
    /** SHA-256 of the body as it arrived, lower-case hexadecimal; empty where there was none. */
    bodyDigest: string;
  }
}
