import { sql, type RawBuilder, type Selectable } from 'kysely';

import type { JoinedProgress } from '#domain/interviews/progress.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Scope } from '#domain/people/person.ts';
import type { Completion } from '#domain/problems/problem.ts';
import { giveSession } from '#server/db/responses/interviews.ts';
import {
  countOfIds,
  idsInOrder,
  readIds,
  readInPortions,
} from '#server/db/statements/read-in-portions.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { inScope } from '#server/db/people/scope.ts';
import { refuseElsewhere } from '#server/db/plans/used-ids.ts';
import { hasTombstone, leaveTombstone } from '#server/db/responses/tombstones.ts';
import { lockFor, type Db } from '#server/db/statements/transaction.ts';
import { ProblemError } from '#server/problems.ts';

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** An interview as lists show it. */
export type ListedSession = Required<Omit<InterviewSession, 'askedNow'>>;

/** The most interviews of a list that may be in memory together. They take some 10 MB. */
const mostInMemory = 20_000;

type Which = { hotelId?: number; status?: InterviewSession['status'] | undefined };

/**
 * Returns the interviews within scope in portions, the latest first, and whether they are few enough to
 * be in memory: there may be as many as responses.
 */
export async function listSessions(db: Db, scope: Scope, { hotelId, status }: Which) {
  let query = db
    .selectFrom('interviews as session')
    .select(idsInOrder('session.id', sql`last_updated_at desc, session.id desc`).as('ids'))
    .where(inScope(scope, 'session.hotel_id'));
  if (hotelId !== undefined) query = query.where('session.hotelId', '=', hotelId);
  if (status !== undefined) query = query.where('session.status', '=', status);
  const ids = await readIds(db, query);
  const isShort = countOfIds(ids) <= mostInMemory;
  const sessions = readInPortions(ids, (some) => readSessions(db, some), isShort ? 500 : undefined);
  return { isShort, sessions };
}

/** What lists show of an interview. The rows have the shape that the API returns. */
const columns = {
  id: sql`session.id`,
  clientId: sql`client_id`,
  hotelId: sql`hotel_id`,
  surveyId: sql`session.survey_id`,
  surveyTitle: sql`survey.title`,
  edition: sql`session.edition`,
  questionCount: sql`edition.question_count`,
  respondentName: sql`respondent_name`,
  respondentJobTitle: sql`respondent_job_title`,
  currentQuestionIndex: sql`current_question_index`,
  status: sql`session.status`,
  progress: sql`progress`,
  answeredAt: sql`answered_at`,
  remarks: sql`remarks`,
  remarkedAt: sql`remarked_at`,
  notes: sql`notes`,
  startedAt: momentText('started_at'),
  lastUpdatedAt: momentText('last_updated_at'),
} satisfies Record<keyof ListedSession, unknown>;

/**
 * Reads each interview as one JSON value. As rows of so many columns, thousands of them cost the driver
 * and Kysely more time than all that follows.
 */
async function readSessions(db: Db, ids: readonly number[]): Promise<ListedSession[]> {
  const named = Object.entries(columns).map(([name, of]) => sql`${of} as ${sql.raw(`"${name}"`)}`);
  const { rows } = await sql<{ listed: ListedSession }>`
    select row_to_json(listed) as listed
    from interviews session
      join surveys survey on survey.id = session.survey_id
      join survey_editions edition
        on edition.survey_id = session.survey_id and edition.number = session.edition
      cross join lateral (select ${sql.join(named)}) listed
    where session.id = any (${ids})`.execute(db);
  return rows.map(({ listed }) => listed);
}

/** Returns SQL of a moment in the form in which our connections return it, such as 2026-03-31T09:00:00.000Z. */
function momentText(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export function findSession(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('interviews as session')
    .innerJoin('surveys as survey', 'survey.id', 'session.surveyId')
    .innerJoin('surveyEditions as edition', (join) =>
      join
        .onRef('edition.surveyId', '=', 'session.surveyId')
        .onRef('edition.number', '=', 'session.edition'),
    )
    .selectAll('session')
    .select(['survey.title as surveyTitle', 'edition.questionCount'])
    .where('session.id', '=', id)
    .where(inScope(scope, 'session.hotel_id'))
    .executeTakeFirst();
}

/**
 * Reads and locks the session until the transaction ends, so that the progress of two devices is
 * joined one after the other.
 */
export async function lockSession(db: Db, scope: Scope, id: number) {
  const lock = db
    .selectFrom('interviewSessions')
    .selectAll()
    .where('id', '=', id)
    .where(inScope(scope, 'interview_sessions.hotel_id'))
    .forUpdate();
  const session = await lock.executeTakeFirst();
  if (session) return session;
  await giveSession(db, 'id', id);
  return lock.executeTakeFirst();
}

export function findSessionByClientId(db: Db, clientId: string) {
  return db
    .selectFrom('interviews')
    .select(['id', 'userId'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/**
 * Returns when a completed interview was completed and by whom. It looks in the response first,
 * then in the audit event of the call that completed the interview. Without either, it returns the
 * time of the last change.
 */
export async function findCompletion(
  db: Db,
  { id, clientId }: { id: number; clientId: string },
): Promise<Completion> {
  const byEvent = db
    .selectFrom('auditEvents')
    .select(['at', 'actorName'])
    .where('action', '=', 'interview.completed')
    .where('objectId', '=', id)
    .orderBy('at')
    .limit(1);
  const row = await db
    .selectFrom('interviews as session')
    .leftJoin('responses as response', 'response.clientId', 'session.clientId')
    .leftJoin('systemUsers as conductor', 'conductor.id', 'response.userId')
    .leftJoin(byEvent.as('event'), (join) => join.onTrue())
    .select(({ fn }) => [
      'response.id as responseId',
      fn.coalesce('response.completedAt', 'event.at', 'session.lastUpdatedAt').as('completedAt'),
      fn.coalesce('conductor.name', 'event.actorName').as('completedBy'),
    ])
    .where('session.id', '=', id)
    .where('session.clientId', '=', clientId)
    .executeTakeFirst();
  return row ?? { responseId: null, completedAt: null, completedBy: null };
}

type NewSession = JoinedProgress & {
  clientId: string;
  hotelId: number;
  surveyId: number;
  edition: number;
  userId: number;
  respondentName: string;
  respondentJobTitle: string;
  currentQuestionIndex: number;
  status: 'in_progress' | 'completed';
  notes: string;
  startedAt: string;
};

/**
 * Stores a session and returns its id; undefined when its client id is taken. Throws when the interview was abandoned.
 * That is checked last: an earlier check would miss what is abandoned while this waits for the lock.
 */
export async function insertSession(db: Db, session: NewSession): Promise<number | undefined> {
  const { progress, answeredAt, remarks, remarkedAt, status, ...fields } = session;
  await lockFor(db, 'interview', fields.clientId);
  // The response may have been stored first. The view then shows it as this interview, without a
  // row.
  if (await findSessionByClientId(db, fields.clientId)) return undefined;
  await refuseElsewhere(db, fields);
  if (await hasTombstone(db, 'session', fields.clientId))
    throw new ProblemError('gone', 'This interview was abandoned.');
  const row = await db
    .insertInto('interviewSessions')
    .values({
      ...fields,
      ...asJson({ progress, answeredAt, remarks, remarkedAt }),
      // A progress copy that arrives after the interview's response must not reopen the interview.
      // A copy that arrives at the same time waits for the lock that `complete_session` takes too.
      status: sql`case when exists (select from responses where client_id = ${fields.clientId})
        then 'completed' else ${status} end`,
    })
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

function asJson({ progress, answeredAt, remarks, remarkedAt }: JoinedProgress) {
  return {
    progress: JSON.stringify(progress),
    answeredAt: JSON.stringify(answeredAt),
    remarks: JSON.stringify(remarks),
    remarkedAt: JSON.stringify(remarkedAt),
  };
}

type SessionUpdate = JoinedProgress & {
  currentQuestionIndex: number;
  status: 'in_progress' | 'completed';
  notes: string;
};

export async function updateSession(db: Db, id: number, update: SessionUpdate): Promise<void> {
  const { progress, answeredAt, remarks, remarkedAt, ...fields } = update;
  await db
    .updateTable('interviewSessions')
    .set({
      ...fields,
      ...asJson({ progress, answeredAt, remarks, remarkedAt }),
      // Always later than before: when two copies overlap, every device must see the one that was
      // joined last as the newer one.
      lastUpdatedAt: sql`greatest(clock_timestamp(), last_updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute();
}

type Abandoned = Pick<
  Selectable<Database['interviewSessions']>,
  'id' | 'clientId' | 'hotelId' | 'surveyId' | 'startedAt'
>;

/** Deletes the session and stores a tombstone, so that a late copy cannot bring it back. */
export async function deleteSession(db: Db, session: Abandoned, byId: number): Promise<void> {
  const { id, clientId, hotelId, surveyId, startedAt } = session;
  await db.deleteFrom('interviewSessions').where('id', '=', id).execute();
  const left = { clientId, hotelId, surveyId, beganAt: startedAt, deletedById: byId };
  await leaveTombstone(db, { kind: 'session', ...left });
}
