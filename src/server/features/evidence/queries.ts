import { sql } from 'kysely';

import { evidencePerPage, type EvidenceKind } from '#domain/evidence/evidence.ts';
import { can, type Person, type Scope } from '#domain/people/person.ts';
import { refuseLocked } from '#server/db/rounds/round-lock.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

const columns = [
  'evidence.id',
  'evidence.fileId',
  'evidence.interview',
  'evidence.questionId',
  'evidence.kind',
  'evidence.name',
  'evidence.mediaType',
  'evidence.size',
  'evidence.width',
  'evidence.height',
  'evidence.digest',
  'evidence.storeName',
  'evidence.thumbnailName',
  'evidence.caption',
  'evidence.captionEdit',
  'evidence.takenAt',
  'evidence.takenBy',
  'evidence.takenById',
  'evidence.uploadedAt',
] as const;

type Reader = { person: Person; scope: Scope };

/**
 * Returns the condition for the files that this person may read: their own, those of interviews, actions and
 * plans at hotels within their scope, and for Admins all.
 */
function isRead({ person, scope }: Reader) {
  if (can(person, 'evidence.deleteAny')) return sql<boolean>`true`;
  return sql<boolean>`(evidence.taken_by_id = ${person.id} or (not evidence.is_stray and (
    exists (select from responses
      where client_id = evidence.interview and ${inScope(scope, 'responses.hotel_id')})
    or exists (select from interview_sessions
      where client_id = evidence.interview and ${inScope(scope, 'interview_sessions.hotel_id')})
    or exists (select from actions
      where client_id = evidence.interview and ${inScope(scope, 'actions.hotel_id')})
    or exists (select from exit_plans
      where client_id = evidence.interview and ${inScope(scope, 'exit_plans.hotel_id')}))))`;
}

export type EvidenceRow = NonNullable<Awaited<ReturnType<typeof findByFileId>>>;

export function findByFileId(db: Db, fileId: string) {
  return db.selectFrom('evidence').select(columns).where('fileId', '=', fileId).executeTakeFirst();
}

/** Returns a file that is shown with its interview or action, which no stray is. */
export function findShown(db: Db, interview: string, fileId: string) {
  return db
    .selectFrom('evidence')
    .select(columns)
    .where('fileId', '=', fileId)
    .where('interview', '=', interview)
    .where('isStray', '=', false)
    .executeTakeFirst();
}

export function findRead(db: Db, reader: Reader, fileId: string) {
  return db
    .selectFrom('evidence')
    .select(columns)
    .where('fileId', '=', fileId)
    .where(isRead(reader))
    .executeTakeFirst();
}

/** Returns the files of an interview that this person may read, by question and then by time. */
export function listOfInterview(db: Db, reader: Reader, interview: string) {
  return db
    .selectFrom('evidence')
    .select(columns)
    .where('interview', '=', interview)
    .where(isRead(reader))
    .orderBy('questionId')
    .orderBy(sql`coalesce(taken_at, uploaded_at)`)
    .orderBy('id')
    .execute();
}

/**
 * Returns which of these files have neither arrived nor been deleted.
 *
 * @param authors the people who held the interview: they may have deleted a file before it arrived
 */
export async function listMissing(
  db: Db,
  fileIds: readonly string[],
  authors: readonly number[],
): Promise<Set<string>> {
  const { rows } = await sql<{ fileId: string }>`
    select named.file_id from unnest(${[...fileIds]}::text[]) named (file_id)
    where not exists (select from evidence where evidence.file_id = named.file_id)
      and not exists (select from tombstones
        where kind = 'evidence' and client_id = named.file_id)
      and not exists (select from early_deletions early
        where early.file_id = named.file_id and user_id = any(${[...authors]}::integer[]))
    `.execute(db);
  return new Set(rows.map(({ fileId }) => fileId));
}

/** Returns the devices that last reported files of this interview, in words. */
export async function listWaitingDevices(db: Db, interview: string): Promise<string[]> {
  const rows = await db
    .selectFrom('devices as device')
    .leftJoin('systemUsers as person', 'person.id', 'device.userId')
    .select((eb) => eb.fn.coalesce('person.name', 'device.userName').as('name'))
    .select('device.label')
    .where(sql<boolean>`device.files <> '{}' and device.files ? ${interview}`)
    .orderBy('device.reportedAt', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ name, label }) => `${name}’s ${label}`);
}

export type Interview = {
  userId: number | null;
  hotelId: number | null;
  hotelName: string;
  /** Whether the hotel is within the scope that was asked for. */
  isSeen: boolean;
};

/**
 * Returns the response and the session of an interview: none, one or both. A file of an action names the
 * action as its interview, a signature under a plan names the plan.
 */
export async function findInterview(db: Db, scope: Scope, interview: string): Promise<Interview[]> {
  const responses = db
    .selectFrom('responses')
    .select(['userId', 'hotelId', 'hotelName'])
    .select(sql<boolean>`(${inScope(scope, 'responses.hotel_id')}) is true`.as('isSeen'))
    .where('clientId', '=', interview);
  const sessions = db
    .selectFrom('interviewSessions as session')
    .innerJoin('hotels', 'hotels.id', 'session.hotelId')
    .select(['session.userId', 'session.hotelId', 'hotels.hotelName'])
    .select(sql<boolean>`(${inScope(scope, 'session.hotel_id')}) is true`.as('isSeen'))
    .where('session.clientId', '=', interview);
  const actions = db
    .selectFrom('actions as action')
    .innerJoin('hotels', 'hotels.id', 'action.hotelId')
    .select(sql<number | null>`null::integer`.as('userId'))
    .select(['action.hotelId', 'hotels.hotelName'])
    .select(sql<boolean>`(${inScope(scope, 'action.hotel_id')}) is true`.as('isSeen'))
    .where('action.clientId', '=', interview);
  const plans = db
    .selectFrom('exitPlans as plan')
    .innerJoin('hotels', 'hotels.id', 'plan.hotelId')
    .select(sql<number | null>`plan.agreed_by_id`.as('userId'))
    .select(['plan.hotelId', 'hotels.hotelName'])
    .select(sql<boolean>`(${inScope(scope, 'plan.hotel_id')}) is true`.as('isSeen'))
    .where('plan.clientId', '=', interview);
  return responses.unionAll(sessions).unionAll(actions).unionAll(plans).execute();
}

/** Locks a response before its round (`round-lock.ts`). Returns its round, whether it counts, and the files that it names. */
export function lockPlace(db: Db, interview: string) {
  return db
    .selectFrom('responses')
    .select(['roundId', 'counts', 'files'])
    .where('clientId', '=', interview)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Throws while the round of the file's interview is approved. */
export async function refuseChange(
  db: Db,
  { interview }: Pick<EvidenceRow, 'interview'>,
  timeZone: string,
): Promise<void> {
  const response = await lockPlace(db, interview);
  await refuseLocked(db, response?.roundId ?? null, timeZone);
}

/** Returns the interview that was revised by a response of this client id. */
export async function findRevised(db: Db, clientId: string): Promise<string | undefined> {
  const revised = await db
    .selectFrom('responseRevisions as revision')
    .innerJoin('responses as response', 'response.id', 'revision.responseId')
    .select('response.clientId')
    .where('revision.clientId', '=', clientId)
    .executeTakeFirst();
  return revised?.clientId;
}

/** Returns the files that a response named when it arrived. */
export async function listNamed(db: Db, interview: string) {
  const row = await db
    .selectFrom('responses')
    .select('files')
    .where('clientId', '=', interview)
    .executeTakeFirst();
  return row?.files ?? [];
}

export async function findPerson(db: Db, id: number) {
  return db
    .selectFrom('systemUsers')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Counted = { interview: string; question: number; kind: EvidenceKind; isStray: boolean };

/** Returns how many files of a kind an interview has, and how many of them this question has. */
export async function countOf(
  db: Db,
  { interview, question, kind, isStray }: Counted,
): Promise<{ all: number; ofQuestion: number }> {
  return db
    .selectFrom('evidence')
    .select(sql<number>`count(*)::integer`.as('all'))
    .select(
      sql<number>`(count(*) filter (where question_id = ${question}))::integer`.as('ofQuestion'),
    )
    .where('interview', '=', interview)
    .where('kind', '=', kind)
    .where('isStray', '=', isStray)
    .executeTakeFirstOrThrow();
}

type NewEvidence = Omit<EvidenceRow, 'id' | 'uploadedAt'> & { isStray: boolean };

export function insertEvidence(db: Db, file: NewEvidence) {
  return db.insertInto('evidence').values(file).returning(columns).executeTakeFirstOrThrow();
}

export async function setCaption(
  db: Db,
  id: number,
  change: { caption: string; captionEdit: number },
): Promise<void> {
  await db.updateTable('evidence').set(change).where('id', '=', id).execute();
}

/** Selects the files of a hotel's responses. */
function ofHotel(db: Db, hotelId: number) {
  return db
    .selectFrom('evidence')
    .innerJoin('responses', 'responses.clientId', 'evidence.interview')
    .where('responses.hotelId', '=', hotelId)
    .where('evidence.isStray', '=', false);
}

export function listOfHotel(db: Db, hotelId: number, page: number) {
  return ofHotel(db, hotelId)
    .select(columns)
    .select(['responses.id as responseId', 'responses.completedAt'])
    .select(['responses.surveyId', 'responses.edition'])
    .orderBy('evidence.uploadedAt', 'desc')
    .orderBy('evidence.id', 'desc')
    .limit(evidencePerPage)
    .offset((page - 1) * evidencePerPage)
    .execute();
}

export async function countOfHotel(db: Db, hotelId: number): Promise<number> {
  const { total } = await ofHotel(db, hotelId)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function unplaced(db: Db) {
  return db.selectFrom('evidence').where(
    sql<boolean>`(evidence.is_stray or (
      not exists (select from responses where client_id = evidence.interview)
      and not exists (select from interview_sessions where client_id = evidence.interview)
      and not exists (select from actions where client_id = evidence.interview)
      and not exists (select from exit_plans where client_id = evidence.interview)))`,
  );
}

export function listUnplaced(db: Db, page: number) {
  return unplaced(db)
    .select(columns)
    .orderBy('uploadedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(evidencePerPage)
    .offset((page - 1) * evidencePerPage)
    .execute();
}

export async function countUnplaced(db: Db): Promise<number> {
  const { total } = await unplaced(db)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
