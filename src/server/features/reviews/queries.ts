import { sql } from 'kysely';

import { rolesThat } from '#domain/people/roles.ts';
import type { Scope } from '#domain/people/person.ts';
import { mostInterviewsShown } from '#domain/rounds/review.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import { shownStatus } from '#server/db/rounds/approved.ts';
import { beforeAppeal, conductedBy } from '#server/db/responses/response-columns.ts';
import { exactMean, meanPercent, verdictOfMean } from '#server/db/responses/score-columns.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Locks the round until the transaction ends, against changes of its responses too (`round-lock.ts`). */
export function lockRound(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('rounds as round')
    .selectAll('round')
    .select(shownStatus.as('shownStatus'))
    .where('id', '=', id)
    .where(inScope(scope, 'round.hotel_id'))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedRound = NonNullable<Awaited<ReturnType<typeof lockRound>>>;

/**
 * Returns who did what to a round. It is a separate query, so that it sees changes that committed
 * while the lock waited.
 */
export function readState(db: Db, id: number) {
  return db
    .selectFrom('rounds as round')
    .leftJoin('systemUsers as submitter', 'submitter.id', 'round.submittedById')
    .leftJoin('systemUsers as approver', 'approver.id', 'round.approvedById')
    .select(['round.id', shownStatus.as('status'), 'round.version'])
    .select(['round.submittedAt', 'round.approvedAt'])
    .select(['submitter.name as submittedBy', 'approver.name as approvedBy'])
    .where('round.id', '=', id)
    .executeTakeFirstOrThrow();
}

type State = {
  responses: number;
  /** A value that changes when a response arrives, counts, or is revised. */
  seen: string;
  /** The number of responses that somebody other than this person sent. */
  others: number;
};

/** Returns what an approval depends on. */
export async function readResponses(db: Db, roundId: number, personId: number): Promise<State> {
  const { rows } = await sql<State>`
    select count(*) as responses,
      md5(coalesce(string_agg(concat_ws(':', id, revision), ',' order by id), '')) as seen,
      count(*) filter (where user_id is distinct from ${personId}) as others
    from responses where round_id = ${roundId} and counts`.execute(db);
  const [state] = rows;
  if (!state) throw new TypeError('A count has no row');
  return state;
}

/** True when anybody other than this person may approve rounds. */
export async function hasOtherApprover(db: Db, personId: number): Promise<boolean> {
  const other = await db
    .selectFrom('systemUsers as person')
    .innerJoin('userRoles as role', 'role.id', 'person.roleId')
    .select('person.id')
    .where('role.name', 'in', [...rolesThat('rounds.approve')])
    .where('person.isActive', '=', true)
    .where('person.id', '!=', personId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

type Act = 'submitted' | 'approved' | 'reopened';
const columnsOf = {
  submitted: ['submittedAt', 'submittedById'],
  approved: ['approvedAt', 'approvedById'],
  reopened: ['reopenedAt', 'reopenedById'],
} as const;

/**
 * Stores who submitted, approved or reopened the round, and when. Clears the entries that this act
 * takes back.
 */
export async function mark(
  db: Db,
  { id, status }: Pick<LockedRound, 'id' | 'status'>,
  { act, personId }: { act: Act; personId: number },
): Promise<void> {
  const [at, by] = columnsOf[act];
  const takenBack = {
    submitted: {},
    approved: { reopenedAt: null, reopenedById: null, hasActions: true },
    reopened: { approvedAt: null, approvedById: null, submittedAt: null, submittedById: null },
  };
  const next = act === 'reopened' ? 'open' : act;
  await db
    .updateTable('rounds')
    .set({
      ...takenBack[act],
      [at]: sql<string>`now()`,
      [by]: personId,
      status: status === 'closed' ? 'closed' : next,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

type Figures = {
  isCurrent: boolean;
  percent: number | null;
  verdict: Verdict;
  firstAt: string | null;
  lastAt: string | null;
};

/** Returns the round with its hotel and cycle. */
export function findRound(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('rounds as round')
    .innerJoin('hotels as hotel', 'hotel.id', 'round.hotelId')
    .innerJoin('cycles as cycle', 'cycle.id', 'round.cycleId')
    .select(['round.kind', 'round.stage', 'round.openedAt', 'round.hotelId', 'hotel.hotelName'])
    .select(['cycle.number as cycle', 'cycle.endedAt as cycleEndedAt'])
    .select((eb) =>
      eb
        .selectFrom('rounds as again')
        .select(({ fn }) => fn.max('again.id').as('id'))
        .whereRef('again.parentId', '=', 'round.id')
        .where('again.status', '!=', 'cancelled')
        .as('reassessmentId'),
    )
    .where('round.id', '=', id)
    .where(inScope(scope, 'round.hotel_id'))
    .executeTakeFirst();
}

/**
 * Returns the figures of a round, as `listRounds` of the hotel has them.
 *
 * @param line the portfolio's line, in percent
 */
export async function readFigures(
  db: Db,
  roundId: number,
  hotelId: number,
  line: number,
): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select ${meanPercent(line)} as percent, ${verdictOfMean(exactMean, line)} as verdict,
      min(completed_at) as first_at, max(completed_at) as last_at,
      ${roundId} = (select round_id from round_times where hotel_id = ${hotelId}
        order by since desc limit 1) as is_current
    from responses response where round_id = ${roundId} and counts`.execute(db);
  const [figures] = rows;
  if (!figures) throw new TypeError('A mean has no row');
  return figures;
}

/** Returns the responses of a round, including those that do not count, in the order of their completion. */
export function listResponses(db: Db, roundId: number) {
  return db
    .selectFrom('responses as response')
    .innerJoin('surveys as survey', 'survey.id', 'response.surveyId')
    .leftJoin('systemUsers as conductor', 'conductor.id', 'response.userId')
    .leftJoin('hotelContacts as contact', 'contact.id', 'response.contactId')
    .leftJoin('systemUsers as returner', 'returner.id', 'response.returnedById')
    .select(['response.id', 'response.clientId', 'response.surveyId', 'response.edition'])
    .select('response.contactId')
    .select(['response.respondentName', 'response.respondentJobTitle', 'response.completedAt'])
    .select(['response.totalScore', 'response.maxScore', 'response.passed', 'response.counts'])
    .select(['response.reviewReasons', 'response.reviewedAt', 'response.returnedAt'])
    .select(['response.answers', 'response.asked', 'response.marks', 'response.files'])
    .select(['response.revision', beforeAppeal.as('beforeAppeal')])
    .select(['response.notes', 'survey.title as surveyTitle', conductedBy.as('conductedBy')])
    .select('returner.name as returnedBy')
    .where('response.roundId', '=', roundId)
    .orderBy('response.completedAt')
    .orderBy('response.id')
    .limit(mostInterviewsShown)
    .execute();
}
export type ResponseOfRound = Awaited<ReturnType<typeof listResponses>>[number];

export async function countResponses(db: Db, roundId: number): Promise<number> {
  const { total } = await db
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('roundId', '=', roundId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the files of these interviews, without those of senders who had no right to them. */
export function listFiles(db: Db, interviews: readonly string[]) {
  return db
    .selectFrom('evidence')
    .select(['fileId', 'interview', 'questionId', 'kind', 'name', 'mediaType', 'size', 'width'])
    .select(['height', 'caption', 'takenAt', 'takenBy', 'takenById', 'uploadedAt'])
    .select(sql<boolean>`thumbnail_name is not null`.as('hasThumbnail'))
    .where('interview', '=', sql<string>`any(${[...interviews]})`)
    .where('isStray', '=', false)
    .orderBy('interview')
    .orderBy(sql`coalesce(taken_at, uploaded_at)`)
    .execute();
}
export type FileOfRound = Awaited<ReturnType<typeof listFiles>>[number];

/** Returns the remarks on these responses, the earliest first. */
export function listRemarks(db: Db, responseIds: readonly number[]) {
  return db
    .selectFrom('reviewRemarks')
    .select(['id', 'responseId', 'questionId', 'text', 'author', 'at', 'resolvedAt'])
    .where('responseId', '=', sql<number>`any(${[...responseIds]})`)
    .orderBy('id')
    .execute();
}

/** Locks a response until the transaction ends. */
export function lockResponse(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('responses')
    .select(['id', 'surveyId', 'edition', 'hotelId', 'hotelName', 'userId', 'contactId', 'roundId'])
    .select(['returnedAt', 'returnedById'])
    .where('id', '=', id)
    .where(inScope(scope, 'responses.hotel_id'))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedResponse = NonNullable<Awaited<ReturnType<typeof lockResponse>>>;

export function findRemark(db: Db, clientId: string) {
  return db
    .selectFrom('reviewRemarks')
    .select(['responseId', 'questionId', 'text', 'authorId'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/** Returns the responses that were returned to a person, at hotels that they see, the latest first. */
export function listReturned(db: Db, scope: Scope, personId: number) {
  return (
    db
      .selectFrom('responses as response')
      .innerJoin('surveys as survey', 'survey.id', 'response.surveyId')
      .innerJoin('hotels as hotel', 'hotel.id', 'response.hotelId')
      .leftJoin('systemUsers as returner', 'returner.id', 'response.returnedById')
      .leftJoin('rounds as round', 'round.id', 'response.roundId')
      .select(['response.id as responseId', 'response.clientId', 'response.hotelId'])
      .select(['hotel.hotelName', 'hotel.hotelBrand', 'hotel.hotelAddress', 'hotel.hotelCity'])
      .select(['response.surveyId', 'survey.title as surveyTitle', 'response.edition'])
      .select(['response.respondentName', 'response.respondentJobTitle', 'response.notes'])
      .select(['response.startedAt', 'response.roundId'])
      // Elsewhere only an appeal leaves questions out (rule 214), and a correction asks them.
      .select(
        sql<number[] | null>`case when round.questions is not null then response.asked end`.as(
          'asked',
        ),
      )
      .select(['response.answers', 'response.files', 'response.returnedAt'])
      .select('returner.name as returnedBy')
      .where('response.userId', '=', personId)
      .where('response.returnedAt', 'is not', null)
      .where('round.approvedAt', 'is', null)
      .where(inScope(scope, 'response.hotel_id'))
      .orderBy('response.returnedAt', 'desc')
      .orderBy('response.id', 'desc')
      .execute()
  );
}
