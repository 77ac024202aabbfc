import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';

import { actionsOfGroup, actionsOfKind } from '#domain/audit/actions.ts';
import { readObject, type auditFilterSchema } from '#domain/audit/event.ts';
import type { Db } from '#server/db/transaction.ts';

type Filter = z.output<typeof auditFilterSchema>;

/** Its conditions as the indexes have them: time, actor and time, action and object. */
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

/** The names that an event keeps, whichever of them it has. */
function named(search: string): RawBuilder<unknown> {
  return sql`strpos(lower(concat_ws(' ', event.details ->> 'name', event.details ->> 'hotelName',
    event.details ->> 'surveyTitle', event.details ->> 'question')), lower(${search})) > 0`;
}

/**
 * Before this event and, where there is an end, before that as well: as one bound, since of two an
 * index is read from the first that it finds.
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

/** The newest first, those older than the one named by `before`. */
export function listEvents(db: Db, filter: Filter, page: Page) {
  return selectEvents(db, filter, page).execute();
}

/** Events that one answer looks through: a fifth of a second's work, however long the trail. */
const mostSearched = 50_000;

/**
 * Those of the next so many events that hold the words, and the one at which looking ended where
 * there are more. No index finds words within names: it would cost every response that is stored.
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

const batchSize = 2_000;

/** All events that match, the newest first, a batch at a time. */
export async function* batchesOfEvents(db: Db, filter: Filter) {
  let before: number | undefined;
  do {
    const batch = await listEvents(db, filter, { before, limit: batchSize });
    if (batch.length > 0) yield batch;
    before = batch.length === batchSize ? batch.at(-1)?.id : undefined;
  } while (before !== undefined);
}
