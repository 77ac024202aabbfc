import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';

import { actionsOfGroup, actionsOfKind } from '#domain/audit/actions.ts';
import { readObject, type auditFilterSchema } from '#domain/audit/event.ts';
import type { Db } from '#server/db/statements/transaction.ts';

type Filter = z.output<typeof auditFilterSchema>;

/**
 * Returns the filter's condition. It uses the columns of the indexes: time; actor and time; action
 * and object.
 */
function matching({ actor, group, object, from, to, search }: Filter): RawBuilder<SqlBool> {
  const about = object === undefined ? undefined : readObject(object);
  const conditions = [
    sql`true`,
    ...(actor === undefined ? [] : [sql`event.actor_id = ${actor}`]),
    ...(group === undefined ? [] : [sql`event.action = any(${actionsOfGroup(group)})`]),
    ...(about === undefined
      ? []
      : [
          sql`event.action = any(${actionsOfKind(about.kind)})`,
          sql`event.object_id = ${about.id}`,
        ]),
    ...(from === undefined ? [] : [sql`event.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`event.at < ${to}`]),
    ...(search === '' ? [] : [named(search)]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns the condition that one of the names in an event contains the words. */
function named(search: string): RawBuilder<unknown> {
  return sql`strpos(lower(concat_ws(' ', event.details ->> 'name', event.details ->> 'hotelName',
    event.details ->> 'surveyTitle', event.details ->> 'question')), lower(${search})) > 0`;
}

/**
 * Returns the condition that an event is older than `before` and, if the filter has an end, before that end
 * too. It is a single bound, because with two PostgreSQL would begin reading the index at the first one that it
 * finds.
 */
function olderThan(before: number, to: string | undefined): RawBuilder<SqlBool> {
  const bound =
    to === undefined ? sql`at, id` : sql`least(at, ${to}), case when at < ${to} then id else 0 end`;
  return sql<SqlBool>`(event.at, event.id) < (
    select ${bound} from audit_events where id = ${before})`;
}

type Page = { before?: number | undefined; limit: number };

function selectEvents(db: Db, { to, ...filter }: Filter, { before, limit }: Page) {
  return db
    .selectFrom('auditEvents as event')
    .select(['id', 'at', 'actorId', 'actorName', 'action', 'objectId', 'details'])
    .where(before === undefined ? matching({ ...filter, to }) : matching(filter))
    .$if(before !== undefined, (query) => query.where(olderThan(before ?? 0, to)))
    .orderBy('event.at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(limit);
}

/** Returns events, newest first, older than the one that `before` names. */
export function listEvents(db: Db, filter: Filter, page: Page) {
  return selectEvents(db, filter, page).execute();
}

/**
 * The number of events that one call searches: a fifth of a second's work, however long the trail
 * is.
 */
const mostSearched = 50_000;

/**
 * Searches the next `searched` events and returns those that contain the words. When there are more
 * events, also returns the one at which the search ended. There is no index for words within names:
 * it would slow down storing every response.
 */
export async function searchEvents(
  db: Db,
  { search, ...filter }: Filter,
  { before, limit }: Page,
  searched = mostSearched,
) {
  const next = selectEvents(db, { ...filter, search: '' }, { before, limit: searched });
  const found = await db
    .selectFrom(next.as('event'))
    .selectAll()
    .where(sql<boolean>`${named(search)}`)
    .orderBy('event.at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(limit)
    .execute();
  if (found.length === limit) return { found, end: null };
  const last = await db
    .selectFrom(next.as('event'))
    .select(['id', 'at'])
    .offset(searched - 1)
    .executeTakeFirst();
  return { found, end: last ?? null };
}

/** Counts the events that match, up to `most`. */
export async function countEvents(db: Db, filter: Filter, most: number): Promise<number> {
  const found = db
    .selectFrom('auditEvents as event')
    .select('id')
    .where(matching(filter))
    .limit(most);
  const { count } = await db
    .selectFrom(found.as('event'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const batchSize = 2_000;

/** Yields all events that match in batches, newest first. */
export async function* batchesOfEvents(db: Db, filter: Filter) {
  let before: number | undefined;
  do {
    const batch = await listEvents(db, filter, { before, limit: batchSize });
    if (batch.length > 0) yield batch;
    before = batch.length === batchSize ? batch.at(-1)?.id : undefined;
  } while (before !== undefined);
}
