import { sql, type RawBuilder, type SqlBool } from 'kysely';

import type { ActionCounts, ActionOwner, ActionRow } from '#domain/actions/action.ts';
import { actionsPerPage } from '#domain/actions/action.ts';
import type { ActionFilter } from '#domain/actions/action-input.ts';
import { openStatuses } from '#domain/actions/moves.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { inScope } from '#server/db/people/scope.ts';
import { hasLeft } from '#server/db/plans/has-left.ts';
import { holdHotels } from '#server/db/rounds/lock-hotel.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Who reads, and the day by which actions are overdue. */
export type Reader = { db: Db; person: Person; scope: Scope; today: string };

// Written out, so that PostgreSQL sees that the partial indexes of open actions contain every row.
const isOpen = sql.raw(`action.status in ('${openStatuses.join("', '")}')`);
const isClosed = sql.raw(`action.status not in ('${openStatuses.join("', '")}')`);

/** True when nobody owns the action who could work on it. */
const isUnowned = sql<boolean>`(action.owner_name is null or ${hasLeft})`;

/** Returns the condition of a filter on the table `actions`, named `action`. */
function matching({ person, scope, today }: Reader, filter: ActionFilter): RawBuilder<SqlBool> {
  const { mine, noOwner, overdue, show, status, hotelId, roundId, severity, brand, code } = filter;
  const conditions = [
    inScope(scope, 'action.hotel_id'),
    ...(status === undefined && show === 'open' ? [isOpen] : []),
    ...(status === undefined && show === 'closed' ? [isClosed] : []),
    ...(status === undefined ? [] : [sql`action.status = ${status}`]),
    ...(mine ? [sql`action.owner_user_id = ${person.id}`] : []),
    ...(noOwner ? [isOpen, isUnowned] : []),
    ...(overdue ? [isOpen, sql`action.due_on < ${today}`] : []),
    ...(hotelId === undefined ? [] : [sql`action.hotel_id = ${hotelId}`]),
    // The hotel's id is a condition too, so that PostgreSQL uses an index by hotel.
    ...(roundId === undefined
      ? []
      : [
          sql`action.hotel_id = (select hotel_id from rounds where id = ${roundId})`,
          sql`${roundId} = any(action.found_in)`,
        ]),
    ...(severity === undefined ? [] : [sql`action.severity = ${severity}`]),
    ...(brand === undefined
      ? []
      : [sql`action.hotel_id in (select id from hotels where hotel_brand = ${brand})`]),
    ...(code === undefined ? [] : [sql`action.question_key = ${`code:${code.toUpperCase()}`}`]),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function selectRows({ db, person, today }: Reader) {
  return db
    .selectFrom('actions as action')
    .innerJoin('hotels as hotel', 'hotel.id', 'action.hotelId')
    .innerJoin('rounds as round', 'round.id', 'action.roundId')
    .select(['action.id', 'action.hotelId', 'hotel.hotelName', 'hotel.hotelBrand'])
    .select(['action.roundId', 'round.kind as roundKind', 'action.questionKey'])
    .select(['action.questionText', 'action.severity', 'action.status', 'action.dueOn'])
    .select(['action.ownerUserId', 'action.ownerContactId', 'action.ownerName'])
    .select(sql<boolean>`${isOpen} and ${hasLeft}`.as('ownerLeft'))
    .select(['action.version', 'action.createdAt'])
    .select(sql<boolean>`${isOpen} and action.due_on < ${today}`.as('isOverdue'))
    .select(sql<boolean>`action.owner_user_id is not distinct from ${person.id}`.as('isMine'))
    .select(sql<boolean>`action.repeat_of is not null`.as('isRepeat'));
}

type Listed = Awaited<ReturnType<typeof listActions>>[number];

/** Returns a page of actions plus one, so that the caller knows whether there is a next page. */
export function listActions(
  reader: Reader,
  filter: ActionFilter,
  after: { dueOn: string; id: number } | undefined,
) {
  const isAscending = filter.status === undefined && filter.show === 'open';
  const direction = isAscending ? 'asc' : 'desc';
  const beyond = sql<SqlBool>`(action.due_on, action.id) ${sql.raw(isAscending ? '>' : '<')}
    (${after?.dueOn ?? ''}::date, ${after?.id ?? 0})`;
  return selectRows(reader)
    .where(matching(reader, filter))
    .$if(after !== undefined, (query) => query.where(beyond))
    .orderBy('action.dueOn', direction)
    .orderBy('action.id', direction)
    .limit(actionsPerPage + 1)
    .execute();
}

type OwnerColumn = 'ownerUserId' | 'ownerContactId' | 'ownerName' | 'ownerLeft';

/** Returns a row as replies have it. */
export function presentRow<R extends Listed>({
  ownerUserId,
  ownerContactId,
  ownerName,
  ownerLeft,
  ...row
}: R): Omit<R, OwnerColumn> & Pick<ActionRow, 'owner' | 'ownerLeft'> {
  const owner = ownerOf({ ownerUserId, ownerContactId, ownerName });
  return { ...row, owner, ...(ownerLeft && { ownerLeft }) };
}

/** Returns the owner; null for nobody. An owner who has left is returned by name. */
export function ownerOf({
  ownerUserId,
  ownerContactId,
  ownerName,
}: Pick<Listed, 'ownerUserId' | 'ownerContactId' | 'ownerName'>): ActionOwner | null {
  if (ownerName === null) return null;
  if (ownerContactId !== null) return { kind: 'contact', id: ownerContactId, name: ownerName };
  return { kind: 'user', id: ownerUserId, name: ownerName };
}

/**
 * Counts open actions. One condition, and not each count, checks that they are open: over 100,000 rows the
 * comparison of texts is most of the work.
 */
export async function countActions(reader: Reader, filter: ActionFilter): Promise<ActionCounts> {
  const { db, person, scope, today } = reader;
  const overdue = sql`due_on < ${today}`;
  const mine = sql`owner_user_id = ${person.id}`;
  const isCounted = sql<SqlBool>`${matching(reader, filter)} and ${isOpen}`;
  const { rows } = await sql<ActionCounts>`
    select count(*) as open,
      count(*) filter (where ${overdue}) as overdue,
      count(*) filter (where severity = 'critical') as critical,
      count(*) filter (where ${overdue} and severity = 'critical') as critical_overdue,
      count(*) filter (where status = 'done') as done,
      count(*) filter (where ${mine}) as mine,
      count(*) filter (where ${mine} and due_on < ${today}) as mine_overdue,
      (select coalesce(sum(of_one), 0)::integer
        from (${groupByOwner(isCounted)}) action where ${isUnowned}) as unowned,
      exists (select from actions one where ${inScope(scope, 'one.hotel_id')}) as exist
    from actions action where ${isCounted}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new TypeError('A count has no row');
  return counts;
}

/**
 * Returns the number of actions of each owner at each hotel. Whether owners can work there is then looked up
 * once for each, and not for every action: with 100,000 actions that takes 30 ms and not half a second.
 */
const groupByOwner = (condition: RawBuilder<SqlBool>) => sql`
  select hotel_id, owner_user_id, owner_contact_id, min(owner_name) as owner_name, count(*) as of_one
  from actions action where ${condition} group by hotel_id, owner_user_id, owner_contact_id`;

/** Returns an action within scope. */
export function findAction(reader: Reader, id: number) {
  return selectRows(reader)
    .innerJoin('cycles as cycle', 'cycle.id', 'action.cycleId')
    .leftJoin('actions as former', 'former.id', 'action.repeatOf')
    .leftJoin('cycles as formerCycle', 'formerCycle.id', 'former.cycleId')
    .select([
      'action.clientId',
      'action.questionId',
      'action.what',
      'cycle.number as cycle',
      'action.foundAt',
    ])
    .select(['action.responses', 'action.closedByResponseId', 'former.id as formerId'])
    .select(['former.status as formerStatus', 'formerCycle.number as formerNumber'])
    .where('action.id', '=', id)
    .where(inScope(reader.scope, 'action.hotel_id'))
    .executeTakeFirst();
}

/**
 * Locks an action until the transaction ends, so that events of two people follow one another. Shares the hotel's lock
 * first, and so waits while the hotel is deleted.
 */
export async function lockAction(db: Db, scope: Scope, id: number) {
  await holdHotels(db, sql`select hotel_id from actions where id = ${id}`);
  return db
    .selectFrom('actions as action')
    .select(['id', 'clientId', 'hotelId', 'questionKey', 'questionText', 'severity', 'status'])
    .select(['dueOn', 'ownerUserId', 'ownerContactId', 'ownerName', 'foundAt', 'version'])
    .where('id', '=', id)
    .where(inScope(scope, 'action.hotel_id'))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedAction = NonNullable<Awaited<ReturnType<typeof lockAction>>>;

/**
 * Locks several actions, always in the same order. Shares the locks of their hotels first, and of the person whom the
 * call names: a deletion of these locks them first and then their actions.
 */
export async function lockActions(
  db: Db,
  scope: Scope,
  { ids, names }: { ids: readonly number[]; names: number | undefined },
) {
  await holdHotels(db, sql`select hotel_id from actions where id = any(${[...ids]})`);
  if (names !== undefined)
    await sql`select from system_users where id = ${names} for key share`.execute(db);
  return db
    .selectFrom('actions as action')
    .select(['id', 'version', 'status', 'dueOn'])
    .select(['hotelId', 'questionKey', 'questionText'])
    .where('id', '=', sql<number>`any(${[...ids]})`)
    .where(inScope(scope, 'action.hotel_id'))
    .orderBy('id')
    .forUpdate()
    .execute();
}

function selectEvents(db: Db) {
  return db
    .selectFrom('actionEvents as event')
    .leftJoin('systemUsers as person', 'person.id', 'event.actorUserId')
    .select(['event.id', 'event.clientId', 'event.actionId', 'event.kind', 'event.body'])
    .select(['event.applied', 'event.refusal', 'event.actorName as by', 'person.id as byId'])
    .select(['event.actorUserId', 'event.actorContactId', 'event.claimedAt', 'event.at']);
}

export function listEvents(db: Db, actionId: number) {
  return selectEvents(db).where('event.actionId', '=', actionId).orderBy('event.id').execute();
}
export type EventRow = Awaited<ReturnType<typeof listEvents>>[number];

export function findEvent(db: Db, clientId: string) {
  return selectEvents(db).where('event.clientId', '=', clientId).executeTakeFirst();
}

export async function countEvents(db: Db, actionIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(events), 0)::integer as most from (
      select count(*) as events from action_events
      where action_id = any(${[...actionIds]}) group by action_id) counted`.execute(db);
  return rows[0]?.most ?? 0;
}

/** Returns the existing files of an action, in the order in which they were taken. */
export function listFiles(db: Db, clientId: string) {
  return db
    .selectFrom('evidence')
    .select(['fileId', 'interview', 'questionId', 'kind', 'name', 'mediaType', 'size', 'width'])
    .select(['height', 'caption', 'takenAt', 'takenBy', 'takenById', 'uploadedAt'])
    .select(sql<boolean>`thumbnail_name is not null`.as('hasThumbnail'))
    .where('interview', '=', clientId)
    .where('isStray', '=', false)
    .orderBy(sql`coalesce(taken_at, uploaded_at)`)
    .orderBy('id')
    .execute();
}

/** Returns the name of a contact of the hotel who has not left. */
export async function findContactOf(db: Db, hotelId: number, id: number) {
  const row = await db
    .selectFrom('hotelContacts')
    .select('name')
    .where('id', '=', id)
    .where('hotelId', '=', hotelId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row?.name;
}
