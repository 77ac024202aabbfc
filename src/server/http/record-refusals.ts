import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

import { scopeOf, type Person } from '#domain/people/person.ts';
import { countRefusal } from '#server/db/audit/count-refusals.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Writes refused access to the audit trail: what a role may not do, and objects of hotels outside a
 * person's scope, which get a 404. It writes after the reply was sent, so that the time of a reply
 * does not show whether an object exists.
 */
export function recordRefusals(app: FastifyInstance, deps: Deps): void {
  const underWay = new Set<Promise<void>>();
  app.addHook('onResponse', (request, _reply, done) => {
    const recording = record(deps, request)
      .catch((error: unknown) => request.log.error({ err: error }, 'a refusal was not recorded'))
      .finally(() => underWay.delete(recording));
    underWay.add(recording);
    done();
  });
  app.addHook('onClose', async () => void (await Promise.allSettled(underWay)));
}

async function record(deps: Deps, request: FastifyRequest): Promise<void> {
  const { person, problem } = request;
  if (!person || (problem !== 'not-allowed' && problem !== 'not-found')) return;
  const isHidden = problem === 'not-found';
  // For people who see every hotel, a 404 means that the object does not exist.
  if (isHidden && scopeOf(person).kind === 'all') return;
  const named = objectOf(request);
  const found =
    named && (await findObject[named.kind](deps.db, named.id, refusedTo(person, isHidden)));
  if (isHidden && !found) return;
  const kind = found ? named.kind : 'user';
  const counted = countRefusal(deps, `${person.id} ${kind}`);
  if (!counted) return;
  const details = { ...found, tried: request.routeOptions.schema?.summary, ...counted };
  const action = found ? (`${named.kind}.refused` as const) : 'user.call-refused';
  await recordEvent(deps.db, person, action, found ? named.id : person.id, details);
}

type Condition = (hotelColumn: string) => RawBuilder<SqlBool>;

/**
 * Returns the condition that an object exists outside the person's scope. If the object does not
 * exist, the 404 refused nothing.
 */
function refusedTo(person: Person, isHidden: boolean): Condition {
  return (hotelColumn) =>
    isHidden
      ? sql<SqlBool>`(${inScope(scopeOf(person), hotelColumn)}) is not true`
      : sql<SqlBool>`true`;
}

/** Finds the object, with the names that the audit trail stores. */
const findObject = {
  hotel: (db: Db, id: number, isRefused: Condition) =>
    db
      .selectFrom('hotels')
      .select('id as hotelId')
      .where('id', '=', id)
      .where(isRefused('hotels.id'))
      .executeTakeFirst(),
  response: (db: Db, id: number, isRefused: Condition) =>
    db
      .selectFrom('responses')
      .select(['hotelId', 'hotelName'])
      .where('id', '=', id)
      .where(isRefused('responses.hotel_id'))
      .executeTakeFirst(),
  interview: (db: Db, id: number, isRefused: Condition) =>
    db
      .selectFrom('interviews')
      .select('hotelId')
      .where('id', '=', id)
      .where(isRefused('interviews.hotel_id'))
      .executeTakeFirst(),
  document: (db: Db, id: number, isRefused: Condition) =>
    db
      .selectFrom('evaluationDocuments')
      .select(['fileName as name', 'hotelId'])
      .where('id', '=', id)
      .where(isRefused('evaluation_documents.hotel_id'))
      .executeTakeFirst(),
};
type Kind = keyof typeof findObject;

/** The kind of object for the first noun of a call's path. */
const kinds: Readonly<Record<string, Kind>> = {
  hotels: 'hotel',
  responses: 'response',
  'interview-sessions': 'interview',
  'evaluation-documents': 'document',
};

/**
 * Returns the object that a call names in its path, or in its body when that is about one object.
 */
function objectOf({
  params,
  body,
  routeOptions,
}: FastifyRequest): { kind: Kind; id: number } | null {
  const inAddress = (params ?? {}) as Record<string, unknown>;
  const inBody = (body ?? {}) as Record<string, unknown>;
  const noun = routeOptions.url?.split('/')[2] ?? '';
  const candidates = [
    [kinds[noun], inAddress['id']],
    ['hotel', inAddress['hotelId']],
    ['response', inBody['responseId']],
    ['hotel', inBody['hotelId']],
  ] as const;
  for (const [kind, id] of candidates) if (kind && typeof id === 'number') return { kind, id };
  return null;
}
